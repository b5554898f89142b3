// Lint rules for all JavaScript files. TypeScript checks the names and types in the pages, so the rule about undefined names is off.

import js from "@eslint/js";

export default [
  { ignores: ["node_modules/", ".venv/", "dist/", "build/", "site/"] },
  js.configs.recommended,
  {
    files: ["**/*.js"],
    linterOptions: { reportUnusedDisableDirectives: true },
    rules: {
      "no-undef": "off",
      "no-var": "error",
      "prefer-const": ["error", { destructuring: "all" }],
      eqeqeq: "error",
      "object-shorthand": "error",
      "no-implicit-coercion": ["error", { allow: ["!!"] }],
      "no-restricted-properties": ["error", { property: "innerHTML", message: "Text must never be parsed as markup; create elements with h() and s()." }],
      "prefer-template": "error",
      "no-else-return": "error",
      "no-useless-return": "error",
      "no-lonely-if": "error",
      "no-unneeded-ternary": "error",
      "prefer-arrow-callback": "error",
    },
  },
];
