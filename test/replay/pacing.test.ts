import { describe, expect, test } from 'vitest';
import { createHeap, type Due } from '../../proxy/replay/playbook/heap.ts';
import { converse } from './player-conversation.ts';

/** A session with slow answers: the prompt at 1 s, an update 200 ms later, the end at 3 s. */
const SLOW = `
  @0 > 1 session/new {"cwd":"/w"}
  @100000 < 1 ok {"sessionId":"s"}
  @150000 < session/update {"sessionId":"s","update":{"sessionUpdate":"available_commands_update"}}
  @1000000 > 2 session/prompt {"sessionId":"s","prompt":[]}
  @1200000 < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk"}}
  @4200000 < 2 ok {"stopReason":"end_turn"}`;
const LIVE = '> 1 session/new {"cwd":"/w"}\nwait 5000\n> 2 session/prompt {"sessionId":"s","prompt":[]}\nwait 5000';

/** The frames to the client, with times. */
const times = (recording: string, live: string, options: Parameters<typeof converse>[2] = {}) =>
  converse(recording, live, { ...options, timed: true })
    .lines.filter((line) => /^[\d.]+ [<!=]/.test(line))
    .map((line) => Number(line.split(' ')[0]));

describe('a replay', () => {
  test('at instant speed waits only for the client', () => {
    expect(times(SLOW, LIVE)).toEqual([0, 0, 5000, 5000]);
  });

  test('at recorded speed counts pauses from the live client’s last action', () => {
    expect(times(SLOW, LIVE, { speed: 'recorded' })).toEqual([100, 150, 5200, 8200]);
  });

  test('at recorded speed notes that the recording has no times', () => {
    let count = 0;
    const canonical = SLOW.replaceAll(/@\d+/g, () => `@${count++}`);
    const note = 'note: the recording has no times, so it was played at once';
    expect(converse(canonical, LIVE, { speed: 'recorded' }).text).toContain(note);
    expect(converse(canonical, LIVE).text).not.toContain(note);
    expect(converse(SLOW, LIVE, { speed: 'recorded' }).text).not.toContain(note);
  });

  test('at a factor divides all pauses by it', () => {
    expect(times(SLOW, LIVE, { speed: 4 })).toEqual([25, 37.5, 5050, 5800]);
  });

  test('has no pause longer than maxGap', () => {
    expect(times(SLOW, LIVE, { speed: 'recorded', maxGap: 120 })).toEqual([100, 150, 5120, 5240]);
  });

  test('waits after a new session at any speed', () => {
    expect(times(SLOW, LIVE, { settleAfterNew: 100 })).toEqual([0, 100, 5000, 5000]);
    expect(times(SLOW, LIVE, { settleAfterNew: 100, speed: 'recorded' })).toEqual([100, 200, 5200, 8200]);
  });

  test('keeps its times when the timer is late', () => {
    const late = LIVE.replaceAll('wait 5000', 'wait 60\nwait 4940');
    expect(times(SLOW, late, { speed: 'recorded' })).toEqual([100, 150, 5200, 8200]);
  });

  test('plays concurrent sessions in the recorded order', () => {
    const recording = `
      @0 > 1 session/prompt {"sessionId":"a","prompt":[]}
      @1000 > 2 session/prompt {"sessionId":"b","prompt":[]}
      @2000 < session/update {"sessionId":"b","update":{}}
      @3000 < session/update {"sessionId":"a","update":{}}
      @4000 < 2 ok {}
      @5000 < 1 ok {}`;
    const live =
      '> 1 session/prompt {"sessionId":"a","prompt":[]}\n> 2 session/prompt {"sessionId":"b","prompt":[]}\nwait 10';
    const { lines } = converse(recording, live, { speed: 'recorded', timed: true });
    expect(lines.slice(2)).toEqual([
      '1 < session/update {"sessionId":"b","update":{}}',
      '3 < session/update {"sessionId":"a","update":{}}',
      '3 < 2 ok {}',
      '5 < 1 ok {}',
    ]);
  });
});

describe('stderr and the end of the process', () => {
  const recording = `
    @0 ! starting
    @50000 > 1 _a
    @60000 ! working
    @70000 < 1 ok {}
    @80000 = eof {"of":"client"}
    @90000 ! bye
    @100000 = exit {"code":3,"signal":null}`;

  test('are played on the same clock with the options', () => {
    const { lines } = converse(recording, 'wait 20\n> 1 _a\nwait 100\neof\nwait 100', {
      speed: 'recorded',
      stderr: true,
      exit: true,
      timed: true,
    });
    expect(lines).toEqual([
      '0 ! starting',
      '> 1 _a',
      '30 ! working',
      '40 < 1 ok {}',
      '120 ! bye',
      '130 = exit {"code":3,"signal":null}',
    ]);
  });

  test('are not played without the options', () => {
    expect(converse(recording, '> 1 _a').lines).toEqual(['> 1 _a', '< 1 ok {}']);
  });

  test('of a crashed agent come in the middle', () => {
    const crash = '> 1 _a\n< _working\n! panic\n= exit {"code":null,"signal":"SIGSEGV"}';
    expect(converse(crash, '> 1 _a', { stderr: true, exit: true }).lines).toEqual([
      '> 1 _a',
      '< _working',
      '! panic',
      '= exit {"code":null,"signal":"SIGSEGV"}',
    ]);
  });
});

test('a heap returns items by due time, then by rank', () => {
  const heap = createHeap<Due>();
  const dues = [5, 3, 8, 3, 1, 9, 1, 0, 7, 3].map((due, index) => ({ due, rank: 10 - index }));
  for (const due of dues) heap.push(due);
  const taken = dues.map(() => heap.pop());
  expect(taken).toEqual(dues.toSorted((a, b) => a.due - b.due || a.rank - b.rank));
  expect(heap.pop()).toBe(undefined);
});
