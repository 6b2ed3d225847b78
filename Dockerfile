FROM python:3.13-slim AS build
WORKDIR /tapelint
COPY pyproject.toml hatch_build.py README.md LICENSE ./
COPY src src
COPY rules rules
RUN pip wheel --no-cache-dir --wheel-dir wheels .
FROM python:3.13-slim
RUN --mount=type=bind,from=build,source=/tapelint/wheels,target=/wheels pip install --no-cache-dir --no-index /wheels/*.whl
WORKDIR /code
ENTRYPOINT ["tapelint"]
