import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import type { Candidate } from "../src/candidates";
import { reasonOf, search } from "../src/finding";
import { folder, PYTHON, write } from "./helpers";

const python = (file: string): Candidate => ({ origin: "test", file, isInterpreter: true });
const command = (file: string): Candidate => ({ origin: "test", file, isInterpreter: false });
const VERSION = /^\d+\.\d+\.\d+/;

/** The `tapelint` of the Python of the tests, as a command of its own. */
function ownCommand(): string {
  return write(join(folder(), "tapelint"), `#!/bin/sh\nexec "${PYTHON}" -m tapelint "$@"\n`, 0o755);
}

/** A Python that has nothing installed. */
function bare(): string {
  const made = folder();
  const options = ["-I", "-m", "venv", "--without-pip", made];
  const ended = spawnSync(PYTHON, options, { encoding: "utf8" });
  assert.equal(ended.status, 0, ended.stderr);
  // The tests may find tapelint by PYTHONPATH; a bare Python does not look there.
  const file = join(made, "bin/bare");
  return write(file, `#!/bin/sh\nexec "${join(made, "bin/python")}" -I "$@"\n`, 0o755);
}

test("tapelint is found in a real Python, with its version", async () => {
  const { found } = await search([python(PYTHON)], folder());
  assert.match(found?.version ?? "", VERSION);
  assert.deepEqual(found?.command, [PYTHON, "-m", "tapelint"]);
});

test("tapelint is found as a command", async () => {
  const file = ownCommand();
  const { found } = await search([command(file)], folder());
  assert.match(found?.version ?? "", VERSION);
  assert.deepEqual(found?.command, [file]);
});

test("the search goes on where tapelint is missing, and says what was wrong", async () => {
  const [empty, none] = [bare(), join(folder(), "python")];
  const { found, failures } = await search([python(none), python(empty), python(PYTHON)], folder());
  assert.equal(found?.candidate.file, PYTHON);
  assert.deepEqual(
    failures.map((each) => [each.reason, each.canInstall]),
    [
      ["there is no such file", false],
      ["tapelint is not installed there", true],
    ],
  );
  assert.equal(
    reasonOf(failures, true),
    `${none} (test): there is no such file\n${empty} (test): tapelint is not installed there`,
  );
});

test("a Python whose tapelint lacks pygls can be helped", async () => {
  const empty = bare();
  const packages = join(folder(), "packages");
  write(join(packages, "tapelint/__init__.py"), '__version__ = "9.9.9"\n');
  const script = `#!/bin/sh\nshift\nexec "${empty}" -c "import sys; sys.path.insert(0, '${packages}')
exec(sys.argv[1])" "$@"\n`;
  const { failures } = await search([python(write(join(folder(), "p"), script, 0o755))], folder());
  assert.deepEqual(
    failures.map((each) => [each.reason, each.canInstall]),
    [["its server needs pygls, which is not installed there", true]],
  );
});

test("what is something else is told as such", async () => {
  const made = folder();
  const files = [
    command(
      write(join(made, "fails"), "#!/bin/sh\necho first >&2\necho last >&2\nexit 3\n", 0o755),
    ),
    command(write(join(made, "other"), "#!/bin/sh\necho other 1.0\n", 0o755)),
    command(write(join(made, "no-program"))),
    python(write(join(made, "no-python"), "#!/bin/sh\necho hello\n", 0o755)),
    python(write(join(made, "old"), "#!/bin/sh\necho '[false, null, false]'\n", 0o755)),
  ];
  const { found, failures } = await search(files, made);
  assert.equal(found, undefined);
  assert.deepEqual(
    failures.map((each) => each.reason.replace(/^spawn .* (?=EACCES)/, "")),
    [
      "last",
      "it is not tapelint",
      "EACCES",
      "it is not Python",
      "tapelint needs Python 3.10 or newer",
    ],
  );
  assert.ok(failures.every((each) => !each.canInstall));
});

test("nothing that lies where a program runs is imported, as long as that is not the workspace", async () => {
  const workspace = folder();
  const trap = join(workspace, "trapped");
  for (const name of ["json", "click", "tapelint/__init__", "tapelint/__main__"]) {
    write(join(workspace, `${name}.py`), `open(${JSON.stringify(trap)}, "w")\n`);
  }
  const { found } = await search([python(PYTHON)], folder());
  assert.match(found?.version ?? "", VERSION);
  assert.equal((await search([python(PYTHON)], workspace)).found, undefined, "the trap works");
});

test("without any place the reason says what to look for", () => {
  assert.match(reasonOf([], true), /no \.venv/);
  assert.match(reasonOf([], false), /not trusted/);
});
