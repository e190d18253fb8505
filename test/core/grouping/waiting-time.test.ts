import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { call, called } from './transcript-lines.ts';
import { groupTranscript } from './group-transcript.ts';

describe('waiting time', () => {
  const times = (transcript: string) =>
    groupTranscript(parseTranscript(transcript)).groups.map(({ kind, elapsed, until, waited }) => [
      kind,
      elapsed,
      until,
      waited.human(),
      waited.client(),
    ]);

  test('counts until the end of its turn if no answer comes', () => {
    expect(
      times(`
        @0 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @10 < 11 fs/read_text_file {"sessionId":"s","path":"/a"}
        @50 < 2 ok {"stopReason":"end_turn"}`)[0],
    ).toEqual(['turn', 0, 50, 0, 40]);
  });

  test('is counted for the person and the client separately, also for the turn', () => {
    expect(
      times(`
        @0 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @10 ${call('1')}
        @20 < 10 session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"1"},"options":[]}
        @120 > 10 ok {"outcome":{"outcome":"selected","optionId":"yes"}}
        @130 < 11 fs/read_text_file {"sessionId":"s","path":"/a"}
        @137 > 11 ok {"content":""}
        @140 ${called('1', '"status":"completed"')}
        @150 < 2 ok {"stopReason":"end_turn"}`),
    ).toEqual([
      ['turn', 0, 150, 100, 7],
      ['tool-call', 10, 140, 100, 7],
    ]);
  });

  test('that overlaps counts once, and for the person if one is asked', () => {
    const asks = (id: number, at: number) => `@${at} < ${id} elicitation/create {"sessionId":"s","message":"?"}`;
    expect(
      times(`
        @0 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @10 < 11 fs/read_text_file {"sessionId":"s","path":"/a"}
        ${asks(12, 20)}
        ${asks(13, 30)}
        @40 > 12 ok {"action":"cancel"}
        @50 > 13 ok {"action":"cancel"}
        @70 > 11 ok {"content":""}
        @80 < 2 ok {"stopReason":"end_turn"}`)[0],
    ).toEqual(['turn', 0, 80, 30, 30]);
  });

  test('after a turn’s end does not count for the turn', () => {
    expect(
      times(`
        @0 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @10 < 11 elicitation/create {"sessionId":"s","message":"?"}
        @30 < 2 ok {"stopReason":"end_turn"}
        @99 > 11 ok {"action":"cancel"}`),
    ).toEqual([
      ['turn', 0, 30, 20, 0],
      ['exchange', 10, 99, 89, 0],
    ]);
  });

  test('has its waits in the order in which they happened', () => {
    const [turn] = groupTranscript(
      parseTranscript(`
        @0 > 2 session/prompt {"sessionId":"s","prompt":[]}
        @10 < 11 fs/read_text_file {"sessionId":"s","path":"/a"}
        @20 < 12 elicitation/create {"sessionId":"s","message":"?"}
        @40 > 12 ok {"action":"cancel"}
        @70 > 11 ok {"content":""}
        @80 < 13 fs/read_text_file {"sessionId":"s","path":"/b"}
        @90 > 13 ok {"content":""}
        @99 < 2 ok {"stopReason":"end_turn"}`),
    ).groups;
    expect(turn?.waited.waits()).toEqual([
      { on: 'client', from: 10, to: 20 },
      { on: 'human', from: 20, to: 40 },
      { on: 'client', from: 40, to: 70 },
      { on: 'client', from: 80, to: 90 },
    ]);
  });
});
