import { createInterface } from 'node:readline/promises';

/** Asks a yes-or-no question. Undefined without a terminal, where nobody can answer. */
export async function askYesOrNo(question: string): Promise<boolean | undefined> {
  if (!process.stdin.isTTY || !process.stderr.isTTY) return undefined; // stdout may be a pipe
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new Promise<string>((resolve) => asking.once('close', () => resolve('')));
  try {
    return /^y(?:es)?$/i.test((await Promise.race([asking.question(`${question} [y/N] `), closed])).trim());
  } finally {
    asking.close();
  }
}
