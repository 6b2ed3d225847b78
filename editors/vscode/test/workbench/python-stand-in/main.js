// The part of the Python extension's API that tapelint asks. Which interpreter is selected stands
// in the file that TAPELINT_TEST_SELECTED names.
const { readFileSync } = require("node:fs");
const vscode = require("vscode");

const changed = new vscode.EventEmitter();

exports.activate = (context) => {
  context.subscriptions.push(
    vscode.commands.registerCommand("standIn.select", () => changed.fire({})),
  );
  const selected = () => readFileSync(process.env.TAPELINT_TEST_SELECTED, "utf8").trim();
  return {
    environments: {
      getActiveEnvironmentPath: () => ({ id: selected(), path: selected() }),
      resolveEnvironment: async ({ path }) => ({ executable: { uri: vscode.Uri.file(path) } }),
      onDidChangeActiveEnvironmentPath: changed.event,
    },
  };
};
