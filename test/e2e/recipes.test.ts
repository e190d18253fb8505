import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { faultKinds } from '#core/intervene/fault.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { someOf } from '../support/effort.ts';
import { cleanUpAfterAll, temporaryFolder } from '../support/folders.ts';
import { acptap, answerOf, CLI, start } from '../support/processes.ts';
import { fileText, header } from '../support/recording-file.ts';

const lastly = cleanUpAfterAll();

const SESSION = `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"writeTextFile":true}}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[]}
  > 1 session/new {"cwd":"/project","mcpServers":[]}
  < 1 ok {"sessionId":"s"}
  > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"go"}]}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"one"}}}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Write","kind":"edit","status":"pending"}}
  < 10 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[{"optionId":"allow","name":"A","kind":"allow_once"}]}
  > 10 ok {"outcome":{"outcome":"selected","optionId":"allow"}}
  < 11 fs/write_text_file {"sessionId":"s","path":"/project/a.txt","content":"a"}
  > 11 ok {}
  < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"two"}}}
  < 2 ok {"stopReason":"end_turn"}`;

/** A client that takes a turn with the agent of its environment. Gives up when the agent is silent in mid-turn. */
const CLIENT = `
  import { spawn } from 'node:child_process';
  import { createInterface } from 'node:readline';
  const [file, ...args] = JSON.parse(process.env.ACPTAP_AGENT_JSON);
  const agent = spawn(file, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  agent.stdin.on('error', () => {});
  const say = (message) => agent.stdin.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
  const calls = [
    ['initialize', { protocolVersion: 1, clientCapabilities: { fs: { writeTextFile: true } } }],
    ['session/new', { cwd: '/project', mcpServers: [] }],
    ['session/prompt', { sessionId: 's', prompt: [{ type: 'text', text: 'go' }] }],
  ];
  const call = (id) => say({ id, method: calls[id][0], params: calls[id][1] });
  let silence;
  createInterface({ input: agent.stdout }).on('line', (line) => {
    clearTimeout(silence);
    silence = setTimeout(() => agent.stdin.end(), 4000);
    let message = {};
    try { message = JSON.parse(line); } catch { return console.error('skipped ' + line); }
    const { id, method } = message;
    if (method !== undefined && id !== undefined)
      say({ id, result: method === 'session/request_permission' ? { outcome: { outcome: 'selected', optionId: 'allow' } } : {} });
    if (method !== undefined) return;
    if (id + 1 < calls.length) return call(id + 1);
    agent.stdin.end();
  });
  agent.on('close', () => clearTimeout(silence));
  call(0);`;

/** The command lines of docs/intervene.md, by their questions. */
const recipes = new Map(
  (/^## Recipes$.*?^```sh\n(.*?)^```/ms.exec(readFileSync('docs/intervene.md', 'utf8'))?.[1] ?? '')
    .trim()
    .split('\n\n')
    .map((block): [string, string] => {
      const [question = '', command = ''] = block.split('\n');
      return [question.replace('# ', ''), command];
    }),
);

/** A folder with the recording, and programs with the names of the recipes: `gemini` plays the recording. */
function kitchen(): string {
  const folder = temporaryFolder(lastly);
  writeFileSync(join(folder, 'client.mjs'), CLIENT);
  writeFileSync(join(folder, 'session.acp.jsonl'), fileText(parseTranscript(SESSION), header()));
  const programs = {
    acptap: `exec "${process.execPath}" "${CLI}" "$@"`,
    gemini: `exec acptap replay session.acp.jsonl`,
    // Under each of nineteen kinds of faults a turn takes long: there the client starts the agent only the first time.
    npm: `[ "$SHORT" ] && { [ -e started ] && exit; touch started; exec sh -c "$ACPTAP_AGENT" < /dev/null; }
      exec "${process.execPath}" client.mjs`,
  };
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
}

async function cook(command: string) {
  const [folder, home] = [kitchen(), temporaryFolder(lastly)];
  const isTry = command.startsWith('acptap try');
  const env = {
    PATH: `${folder}:${process.env['PATH']}`,
    ACPTAP_AGENT_JSON: JSON.stringify(['/bin/bash', '-c', command]),
    ...(command.includes('--fault') ? {} : { SHORT: 'yes' }),
  };
  const words = isTry ? (['/bin/bash', '-c', command] as const) : ([process.execPath, 'client.mjs'] as const);
  const answer = await answerOf(start([...words], { cwd: folder, home, env, lastly }));
  return { home, ...answer };
}

interface Cooked extends Awaited<ReturnType<typeof cook>> {
  readonly command: string;
  /** The kind of its fault; empty for none. */
  readonly kind: string;
}

let cooked: readonly Cooked[] = [];
beforeAll(async () => {
  const commands = someOf([...recipes.values()], 3, 1);
  cooked = await Promise.all(
    commands.map(async (command) => ({
      command,
      kind: /--fault '([\w-]+)/.exec(command)?.[1] ?? '',
      ...(await cook(command)),
    })),
  );
});

const startingWith = (verb: string) => cooked.filter(({ command }) => command.startsWith(`acptap ${verb}`));

describe('each recipe of docs/intervene.md runs as it stands there, and its fault touches frames', () => {
  test('with try', () => {
    const tried = startingWith('try');
    const seen = tried.map(({ kind, code, stdout }) => ({
      isAnswered: code === 0 || code === 1,
      missing: (kind ? [kind] : faultKinds.map((each) => each.kind)).filter((name) => !stdout.includes(` ${name} `)),
      isTouched: kind === '' || !stdout.includes('untouched'),
    }));
    expect(seen).toEqual(seen.map(() => ({ isAnswered: true, missing: [], isTouched: true })));
    expect(seen.length).toBeGreaterThan(0);
    const ofEachKind = tried.filter(({ kind }) => kind === '').map(({ stdout }) => stdout);
    expect(ofEachKind.filter((text) => !/With each fault it has \d\d\.\d s/.test(text))).toEqual([]); // ten at least
  });

  test('with run', async () => {
    const touched = await Promise.all(
      startingWith('run').map(async ({ home, kind, command }) => {
        const { stdout } = await acptap(home, 'show', 'latest', '--filter', 'has:intervention');
        return stdout.split(kind).length > 2 ? '' : command; // the first entry names it, too
      }),
    );
    expect(touched).toEqual(touched.map(() => ''));
    expect(touched.length).toBeGreaterThan(0);
  });

  test('with replay', () => {
    const untouched = startingWith('replay').filter(
      ({ kind, stderr }) => !new RegExp(`^.*${kind}.*[1-9]\\d* frames?`, 'm').test(stderr),
    );
    expect(untouched).toEqual([]);
    expect(startingWith('replay').length).toBeGreaterThan(0);
    expect(startingWith('try').length + startingWith('run').length + startingWith('replay').length).toBe(cooked.length);
    expect(recipes.size).toBeGreaterThanOrEqual(10);
  });
});
