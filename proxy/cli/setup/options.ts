/** The options of `setup`. */
export interface SetupOptions {
  readonly agent?: string;
  readonly copy?: boolean;
  readonly undo?: boolean;
  readonly yes?: boolean;
  readonly file?: string;
  readonly json?: boolean;
  readonly mcp?: boolean;
}
