import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { virtualClock } from '../../proxy/replay/connection/clock.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import type { ReplayedAgent, ReplayOptions } from '../../proxy/replay/replayed-agent.ts';
import { takeTurn } from '../support/sdk-client.ts';
import { bytesOf, CLIENT, TURN } from './recorded-turn.ts';

/** The client sends only notifications, so no frame waits for them. */
const GREETING = '> _hello\n< _hi';

/** A replay in virtual time with a pending `finished()`. */
function finishing(recording: string, options: ReplayOptions = {}) {
  const clock = virtualClock();
  const agent = replayAgent(parseTranscript(recording), { timeout: 2000, clock, ...options });
  const output = read(agent);
  let report: ReplayReport | undefined;
  const finished = agent.finished();
  void finished.then(
    (done) => (report = done),
    () => {},
  );
  const writer = agent.writable.getWriter();
  const say = (...lines: readonly string[]) => writer.write(bytesOf(lines.join('\n')));
  const write = (bytes: Uint8Array) => writer.write(bytes);
  return { clock, finished, output, say, write, close: () => writer.close(), report: () => report };
}

async function read({ readable }: ReplayedAgent): Promise<string> {
  let text = '';
  for await (const chunk of readable) text += Buffer.from(chunk).toString();
  return text;
}

/** Lets the event loop run a few times, so that everything that needs no timer has happened. */
async function turns(): Promise<void> {
  for (let count = 0; count < 5; count += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe('finished(), called before the client has sent anything', () => {
  test.each([
    ['requests', TURN, CLIENT],
    ['notifications', GREETING, ['> _hello']],
    ['lines that are not a message, and a notification', `> | ?\n${GREETING}`, ['> | ?', '> _hello']],
  ])('waits for a client of %s, and then for all its messages', async (_what, recording, client) => {
    const { clock, say, report, finished } = finishing(recording);
    await turns();
    clock.advance(1999);
    await turns();
    expect(report()).toBeUndefined();
    for (const line of client) await say(line);
    expect(await finished).toMatchObject({ outcome: 'complete', received: client.length, divergences: [] });
  });

  test('ends when a client does not send a required message', async () => {
    const { clock, finished } = finishing(TURN);
    await turns();
    clock.advance(2000);
    await expect(finished).rejects.toThrow('waited 2 s for the client to send initialize (#0); the wait began ');
  });

  test('ends when a client does not send optional messages, and names them', async () => {
    const { clock, finished } = finishing(GREETING);
    clock.advance(2000);
    expect(await finished).toMatchObject({ outcome: 'incomplete', unused: [0], divergences: [], waitedFor: null });
  });

  test('ends at once when the client closes', async () => {
    const { say, close, finished } = finishing(TURN);
    await say(...CLIENT.slice(0, 2));
    await close();
    expect(await finished).toMatchObject({ outcome: 'incomplete', unused: [4, 7, 9] });
  });

  test('without a timeout waits until the client closes', async () => {
    const { clock, say, close, report, finished } = finishing(GREETING, { timeout: undefined });
    clock.advance(3_600_000);
    await turns();
    expect(report()).toBeUndefined();
    await say('> _hello').then(close);
    expect(await finished).toMatchObject({ outcome: 'complete' });
  });

  test('resolves when a client made with the official SDK is done', async () => {
    const agent = replayAgent(parseTranscript(TURN));
    const finished = agent.finished();
    expect(await takeTurn(agent.writable, agent.readable)).toMatchObject({ stopReason: 'end_turn' });
    expect(await finished).toMatchObject({ outcome: 'complete', received: 5 });
  });
});

describe('finished(), when both sides are done', () => {
  test('still receives a client’s reaction to the last message', async () => {
    const agent = replayAgent(parseTranscript(TURN));
    const finished = agent.finished();
    const writer = agent.writable.getWriter();
    const goingOn = (async () => {
      let text = '';
      for await (const chunk of agent.readable) {
        text += Buffer.from(chunk).toString();
        if (text.includes('"end_turn"')) void writer.write(bytesOf('> 3 session/list {}')).catch(() => {});
      }
    })();
    await writer.write(bytesOf(CLIENT.join('\n')));
    await expect(finished).rejects.toThrow('the recording has ended, the client sent session/list');
    await goingOn;
  });

  test('reports a missing notification after a second of silence, not before', async () => {
    const { clock, say, report, finished } = finishing(`${TURN}\n> _bye`);
    await say(...CLIENT);
    clock.advance(999);
    await turns();
    expect(report()).toBeUndefined();
    clock.advance(1);
    expect(await finished).toMatchObject({ outcome: 'incomplete', unused: [11] });
  });

  test('accepts a notification that comes in time', async () => {
    const { clock, say, finished } = finishing(`${TURN}\n> _bye`);
    await say(...CLIENT);
    clock.advance(999);
    await say('> _bye');
    expect(await finished).toMatchObject({ outcome: 'complete', unused: [] });
  });

  /** A line in two parts. */
  const half = bytesOf('> 3 session/list {}');
  const [beginning, rest] = [half.subarray(0, 20), half.subarray(20)];

  test('waits for the rest of a line that the client has begun', async () => {
    const { clock, say, write, report, finished } = finishing(TURN);
    await say(...CLIENT.slice(0, -1));
    await write(Buffer.concat([bytesOf(CLIENT.at(-1) ?? ''), beginning]));
    clock.advance(1999);
    await turns();
    expect(report()).toBeUndefined();
    await write(rest);
    await expect(finished).rejects.toThrow('the recording has ended, the client sent session/list');
  });

  test('notes that the rest of a line never came', async () => {
    const { clock, say, write, report, finished } = finishing(TURN);
    await say(...CLIENT);
    await write(beginning);
    await turns();
    expect(report()).toBeUndefined();
    clock.advance(2000);
    expect(await finished).toMatchObject({
      outcome: 'complete',
      notes: ['the client began a line and did not end it, so its message is unknown'],
    });
  });
});
