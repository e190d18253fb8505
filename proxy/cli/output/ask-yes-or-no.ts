import { createInterface } from 'node:readline/promises';
import { AcptapError } from '#core/errors.ts';

/** Questions go to stderr, because stdout may be a pipe. */
type Asking = NodeJS.ReadableStream & { readonly isTTY?: boolean };
type Telling = NodeJS.WritableStream & { readonly isTTY?: boolean };

/**
 * Asks a yes-or-no question on the terminal, for commands with `--yes`.
 * @throws {AcptapError} `usage` without a terminal, where nobody can answer.
 */
export async function askYesOrNo(
  question: string,
  { stdin: input, stderr: output }: { readonly stdin: Asking; readonly stderr: Telling } = process,
): Promise<boolean> {
  if (!input.isTTY || !output.isTTY)
    throw new AcptapError('usage', 'nothing was changed, because there is no terminal to ask on: add --yes');
  const asking = createInterface({ input, output });
  const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
  try {
    return /^y(?:es)?$/i.test((await Promise.race([asking.question(`${question} [y/N] `), closed])).trim());
  } finally {
    asking.close();
  }
}
