/** Colours, cursor movements, titles and links of terminals (ECMA-48), as the source of a regular expression. */
export const SEQUENCE = String.raw`\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]{0,2048}(?:\x07|\x1b\\)|[()][A-Za-z0-9]|[=>@-Z\\^_])`;
