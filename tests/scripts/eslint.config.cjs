// What the scripts of pages may not do: make code or markup of texts, or hold a sentence that somebody reads.
const js = require("@eslint/js");

const markup = "Show texts by textContent, or clone what the page holds.";
const words = "What people read is in the catalogues: the page holds it, the script shows it.";
const texts = (pattern) =>
  [`:not(ExpressionStatement) > Literal[value=${pattern}]`, `TemplateElement[value.raw=${pattern}]`].join(", ");
const shown = "/^(textContent|innerText|title|placeholder|ariaLabel|alt)$/";

module.exports = [
  js.configs.recommended,
  {
    languageOptions: {
      ecmaVersion: 2020,
      sourceType: "script",
      globals: Object.fromEntries(
        ["document", "window", "navigator", "localStorage", "console", "setTimeout", "setInterval"].map((name) => [
          name,
          "readonly",
        ]),
      ),
    },
    linterOptions: { noInlineConfig: true, reportUnusedDisableDirectives: true },
    rules: {
      eqeqeq: "error",
      "no-console": "error",
      "no-eval": "error",
      "no-implied-eval": "error",
      "no-new-func": "error",
      "no-unused-vars": ["error", { vars: "local" }], // of two scripts of a page one uses what the other has
      "no-undef": "off", // tsc knows what a browser has
      "no-restricted-properties": [
        "error",
        ...["innerHTML", "outerHTML", "insertAdjacentHTML", "srcdoc"].map((property) => ({
          property,
          message: markup,
        })),
        ...["write", "writeln"].map((property) => ({ object: "document", property, message: markup })),
      ],
      "no-restricted-syntax": [
        "error",
        { selector: texts("/[^\\x00-\\x7f]/"), message: words },
        { selector: texts("/[a-z]{2,},? +[a-z]{2,}/i"), message: words },
        {
          selector: `AssignmentExpression[left.property.name=${shown}] > Literal.right[value=/[a-z]/i]`,
          message: words,
        },
      ],
    },
  },
];
