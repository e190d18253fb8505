import { copyFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder, cleanUpAfterAll } from '../support/folders.ts';
import { acptap, importInto } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';
import { DANGEROUS } from '../support/terminal.ts';

const TRICK = '\u{202e}gnp\u{9b}31m\u{7f}';

const recording = (id: string, words: string) =>
  fileText(
    parseTranscript(`
      > 0 initialize {"protocolVersion":1,"clientInfo":{"name":"${TRICK}","version":"${TRICK}"}}
      < 0 ok {"protocolVersion":1,"agentInfo":{"name":"${TRICK}","version":"${TRICK}"}}
      > 1 session/new {"cwd":"/w","mcpServers":[]}
      < 1 ok {"sessionId":"s"}
      > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"${words}${TRICK}"}]}
      < _${TRICK} {"api_key":"hunter2hunter2"}
      < session/update {"sessionId":"s","update":{"sessionUpdate":"${TRICK}"}}
      > 3 _${TRICK} {}
      < 3 ok {}
      < 5 fs/write_text_file {"sessionId":"s","path":"/${TRICK}","content":"${TRICK}"}
      < 2 error {"code":-32603,"message":"${words}${TRICK}"}`),
    header({ id, name: `${words}${TRICK}`, command: [TRICK], cwd: `/${TRICK}` }),
  );

const lastly = cleanUpAfterAll();
const home = temporaryFolder(lastly);
const odd = join(temporaryFolder(lastly), `${TRICK}.acp.jsonl`);

beforeAll(async () => {
  const folder = temporaryFolder(lastly);
  const files = ['one', 'two'].map((id) => join(folder, `${id}.acp.jsonl`));
  for (const [index, file] of files.entries()) writeFileSync(file, recording(index === 0 ? 'one' : 'two', `${index}`));
  copyFileSync(files[0] ?? '', odd);
  await importInto(home, files, lastly);
});

test.each([
  ['list', ['list', '--json']],
  ['diff', ['diff', 'one', 'two', '--json']],
  ['redact', ['redact', '--scan', odd, '--json']],
  ['stats', ['stats', 'one', '--json']],
  ['files', ['files', 'one', '--json']],
  ['show', ['show', 'one', '--json']],
  ['search', ['search', '0', '--json']],
  ['check', ['check', 'one', '--json']],
  ['check with SARIF', ['check', odd, '--format', 'sarif']],
])('the JSON of %s has control characters and direction marks only as escapes', async (_what, words) => {
  const { stdout } = await acptap(home, ...words);
  expect(stdout).not.toMatch(DANGEROUS);
  expect(stdout).toContain(String.raw`\u202e`);
  for (const line of words.includes('sarif') ? [stdout] : stdout.trimEnd().split('\n')) JSON.parse(line);
});
