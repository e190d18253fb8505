import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AcptapError } from '#core/errors.ts';
import { inTemporaryFolder } from '../temporary-folder.ts';

/** Opens a text in `$VISUAL` or `$EDITOR`. Returns it as the person left it. @throws {AcptapError} if the editor fails. */
export async function editText(text: string, env: NodeJS.ProcessEnv = process.env): Promise<string> {
  const chosen = env['VISUAL'] || env['EDITOR'];
  if (!chosen && !process.stdin.isTTY)
    throw new AcptapError('usage', 'there is no terminal for vi: set EDITOR to a program that changes a file and ends');
  const editor = chosen || (process.platform === 'win32' ? 'notepad' : 'vi');
  return inTemporaryFolder('edit', async (folder) => {
    const path = join(folder, 'frame.json');
    writeFileSync(path, text, { mode: 0o600 });
    // A shell, because the variable may have arguments, as for git.
    const child = spawn(`${editor} "${path}"`, { shell: true, stdio: 'inherit', env });
    const [code] = (await once(child, 'exit')) as [number | null]; // its arguments
    if (code !== 0)
      throw new AcptapError('usage', `the editor "${editor}" ended with ${code ?? 'a signal'}: nothing was sent`);
    return readFileSync(path, 'utf8');
  });
}
