import type { Script } from './frame.ts';

export type { Frame, Script, ScriptAction, ScriptResult, Session, Wire } from './frame.ts';

/** Gives a script its types. Its file has it as default export, and is run by `acptap run --script FILE`. */
export const defineScript = (script: Script): Script => script;
