import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { FaultKind } from '#core/intervene/fault.ts';
import { someOf } from '../support/effort.ts';
import { temporaryFolder } from '../support/folders.ts';
import { acptap, startShim, stdoutHas, type Running } from '../support/processes.ts';
import { waitFor } from '../support/wait-for.ts';

/** An agent that notifies before each answer, and keeps all that it reads and writes in two files. */
const AGENT = `
  const { appendFileSync } = require('node:fs');
  const say = (message) => {
    const line = JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n';
    appendFileSync('wrote', line);
    process.stdout.write(line);
  };
  process.stdin.on('data', (chunk) => appendFileSync('read', chunk));
  require('node:readline').createInterface({ input: process.stdin }).on('line', (line) => {
    let message = {};
    try { message = JSON.parse(line); } catch {}
    const { id, method } = message;
    if (id === undefined || method === undefined) return;
    say({ method: 'session/update', params: { sessionId: 's', update: { sessionUpdate: 'plan', of: method } } });
    for (const part of [1, 2, 3]) say({ method, params: { part } });
    say({ id, result: {} });
  });`;

/** Faults after which the conversation continues. `METHOD` stands for a method that only this fault has. */
const TOUCHES: Readonly<Record<Exclude<FaultKind, Ending>, string>> = {
  delay: 'delay 1ms..20ms where method:METHOD',
  throttle: 'throttle 20k/s where method:METHOD',
  drop: 'drop where method:METHOD kind:notification',
  duplicate: 'duplicate 2 where method:METHOD',
  reorder: 'reorder 3 where method:METHOD kind:notification',
  slice: 'slice 7 every 1ms where method:METHOD',
  coalesce: 'coalesce 10ms where method:METHOD',
  corrupt: 'corrupt 3 bytes where method:METHOD kind:notification',
  truncate: 'truncate once where method:METHOD kind:notification',
  noise: 'noise "a warning" where method:METHOD',
  crlf: 'crlf where method:METHOD',
  bom: 'bom where method:METHOD kind:notification',
  answer: 'answer error -32603 "disk full" where method:METHOD kind:request',
  'wrong-id': 'wrong-id where method:METHOD kind:response',
  'unknown-update': 'unknown-update where update:plan text:METHOD',
};

type Ending = 'mute' | 'close' | 'exit' | 'kill';

/** Behind the last frame that the agent writes by itself, so that nothing is left in a pipe. */
const ENDINGS: Readonly<Record<Ending, readonly string[]>> = {
  mute: ['mute'],
  close: ['close stdin', 'close stdout'],
  exit: ['exit 3'],
  kill: ['kill SIGKILL'],
};

const methodOf = (kind: string) => `_${kind}`;

const SCRIPT = `
  export default {
    frame(frame, wire) {
      if (frame.method === '_changed' && frame.kind === 'request') return frame.withParams({ changed: 'ünï' });
      if (frame.method === '_answered' && frame.kind === 'request') return wire.answer(frame, { result: { by: 'script' } });
      if (frame.method === '_injected' && frame.kind === 'notification')
        return wire.inject('agent', { jsonrpc: '2.0', method: '_told' });
      if (frame.method === '_dropped' && frame.kind === 'notification') return wire.drop();
    },
  };`;

interface Conversation {
  readonly home: string;
  /** Where the agent keeps its files. */
  readonly folder: string;
  readonly running: Running;
  readonly ask: (method: string) => void;
  /** The bytes from the client. */
  readonly written: () => string;
}

function begin(...run: readonly string[]): Conversation {
  const [home, folder] = [temporaryFolder(), temporaryFolder()];
  const running = startShim([process.execPath, '-e', AGENT], { home, cwd: folder, run });
  const written: string[] = [];
  const ask = (method: string): void => {
    written.push(`${JSON.stringify({ jsonrpc: '2.0', id: written.length + 1, method, params: {} })}\n`);
    running.child.stdin.write(written.at(-1));
  };
  return { home, folder, running, ask, written: () => written.join('') };
}

/** Each side wrote and read what the recording says. */
async function expectSame({ home, folder, running, written }: Conversation): Promise<void> {
  const raw = async (...words: string[]) => String((await acptap(home, 'show', 'latest', '--raw', ...words)).bytes);
  const kept = (name: string) => readFileSync(join(folder, name), 'utf8');
  expect(await raw('--to', 'client')).toBe(String(running.stdout()));
  expect(await raw('--from', 'client')).toBe(written());
  expect(await raw('--to', 'agent')).toBe(kept('read'));
  expect(await raw('--from', 'agent')).toBe(kept('wrote'));
}

describe('the recording has what both sides wrote and received', () => {
  test('under all faults at once after which the conversation continues', async () => {
    const faults = Object.entries(TOUCHES).map(([kind, fault]) => fault.replace('METHOD', methodOf(kind)));
    const talk = begin(...faults.flatMap((fault) => ['--fault', fault]), '--seed', '11');
    for (const kind of Object.keys(TOUCHES)) talk.ask(methodOf(kind));
    talk.ask('_last');
    await stdoutHas(talk.running, '"of":"_last"');
    talk.running.child.stdin.end();
    await talk.running.closed;
    await expectSame(talk);
    const { stdout } = await acptap(talk.home, 'show', 'latest', '--json', '--filter', 'has:intervention');
    for (const kind of Object.keys(TOUCHES)) expect(stdout).toContain(`"kind":"${kind}"`);
  });

  test.each(someOf(Object.values(ENDINGS).flat(), 5, 4))('with %s', async (ending) => {
    const talk = begin('--fault', `${ending} where from:agent kind:response method:_last`);
    talk.ask('_first');
    talk.ask('_last');
    await stdoutHas(talk.running, '"id":2,"result"');
    talk.running.child.stdin.end();
    await talk.running.closed;
    await expectSame(talk);
    const { stdout } = await acptap(talk.home, 'show', 'latest');
    expect(stdout).toContain(`acptap interfered · ${ending}`);
  });

  test('when acptap is killed between two slices', async () => {
    const talk = begin('--fault', 'slice 5 every 1h where from:agent kind:response');
    talk.ask('_last');
    await stdoutHas(talk.running, '"part":3}}\n{"jso');
    talk.running.child.kill('SIGKILL');
    expect((await talk.running.closed).signal).toBe('SIGKILL');
    await expectSame(talk);
  });

  test('with a script, and with frames that a person edits, answers, drops and adds', async () => {
    const script = join(temporaryFolder(), 'script.mjs');
    writeFileSync(script, SCRIPT);
    const held = ['--break', 'method:_held kind:request', '--hold-alone'];
    const talk = begin('--script', script, ...held);
    for (const method of ['_changed', '_answered', '_injected', '_dropped']) talk.ask(method);
    await stdoutHas(talk.running, '"of":"_dropped"');
    const hold = async (...words: readonly string[]): Promise<void> => {
      talk.ask('_held');
      await waitFor('a held frame', async () => (await acptap(talk.home, 'held')).stdout.includes('_held'));
      const [frame] = JSON.parse((await acptap(talk.home, 'held', '--json')).stdout) as [{ ref: string }];
      const [verb = '', ...more] = words;
      const env = { VISUAL: '', EDITOR: `"${process.execPath}" "${editor}"` };
      const place = { home: talk.home, env };
      expect(await acptap(place, 'held', verb, frame.ref, ...more)).toMatchObject({ code: 0 });
    };
    const editor = join(temporaryFolder(), 'editor.mjs');
    writeFileSync(
      editor,
      `import { readFileSync, writeFileSync } from 'node:fs';
       const path = process.argv.at(-1);
       writeFileSync(path, readFileSync(path, 'utf8').replace('_held', '_edited'));`,
    );
    await hold('edit', '--yes');
    await hold('answer', '{"result":{"by":"a person"}}', '--yes');
    await hold('drop');
    for (const side of ['client', 'agent']) {
      const line = '{"jsonrpc":"2.0","method":"_added"}';
      expect(await acptap(talk.home, 'inject', 'latest', 'toward', side, line)).toMatchObject({ code: 0 });
    }
    talk.ask('_last');
    await stdoutHas(talk.running, '"of":"_last"');
    talk.running.child.stdin.end();
    await talk.running.closed;
    await expectSame(talk);
    const read = readFileSync(join(talk.folder, 'read'), 'utf8');
    for (const text of ['"changed":"ünï"', '"_told"', '"_edited"', '"_added"']) expect(read).toContain(text);
    for (const text of ['"_answered"', '"_held"']) expect(read).not.toContain(text);
  });
});
