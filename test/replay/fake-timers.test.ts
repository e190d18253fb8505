import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { replayAgent } from '../../proxy/replay/as-agent.ts';
import { takeTurn } from '../support/sdk-client.ts';
import { bytesOf, CLIENT, turn } from './recorded-turn.ts';

/** All timers that a test can fake, except `nextTick`: vitest cannot fake it in child processes. */
const EVERY_TIMER = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
  'setImmediate',
  'clearImmediate',
  'queueMicrotask',
  'performance',
  'Date',
] as const;

beforeEach(() => void vi.useFakeTimers({ toFake: [...EVERY_TIMER] }));
afterEach(() => void vi.useRealTimers());

describe('while all timers of a test are faked', () => {
  test('finished() resolves for a client that stays connected', async () => {
    const agent = replayAgent(turn());
    await agent.writable.getWriter().write(bytesOf(CLIENT.join('\n')));
    expect(await agent.finished()).toMatchObject({ outcome: 'complete' });
  });

  test('finished() gives up on a silent client', async () => {
    const agent = replayAgent(turn(), { timeout: 20 });
    await agent.writable.getWriter().write(bytesOf(CLIENT.slice(0, 2).join('\n')));
    await expect(agent.finished()).rejects.toThrow('waited 20 ms for the client to send session/prompt "go" (#4)');
  });

  test('recorded pauses pass', async () => {
    const agent = replayAgent(turn(), { speed: 'recorded', maxGap: 1 });
    expect(await takeTurn(agent.writable, agent.readable)).toMatchObject({ stopReason: 'end_turn' });
    expect(await agent.finished()).toMatchObject({ outcome: 'complete' });
  });
});
