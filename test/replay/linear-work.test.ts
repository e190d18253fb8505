import { describe, expect, test } from 'vitest';
import { seqOf } from '#core/units.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { ReplayReport } from '../../proxy/replay/model/replay-report.ts';
import { toPlaybook } from '../../proxy/replay/playbook/to-playbook.ts';
import { createPlayer } from '../../proxy/replay/player/player.ts';
import { rounds } from '../support/effort.ts';
import { countedPlaybook } from './counted-playbook.ts';

const OPEN = '> 0 session/new {"cwd":"/w","mcpServers":[]}\n< 0 ok {"sessionId":"s"}\n';

/** One of many turns that differ only in their number. */
type Part = (number: number) => string;

interface Case {
  readonly what: string;
  readonly turns: number;
  readonly recorded: Part;
  /** The client's lines in place of the recorded ones. */
  readonly live: Part;
  readonly outcome: Partial<ReplayReport>;
}

const several = (count: number, part: Part) => Array.from({ length: count }, (_, index) => part(index + 1)).join('\n');

const clientOf = (transcript: string) =>
  transcript
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('>'))
    .join('\n');

/** Plays a recording of `turns` turns. Returns the number of playbook reads, and the outcome. */
function cost(turns: number, { recorded, live }: Pick<Case, 'recorded' | 'live'>) {
  const { playbook, looks } = countedPlaybook(toPlaybook(parseTranscript(OPEN + several(turns, recorded))));
  const player = createPlayer(playbook, { onDivergence: 'follow', timeout: undefined });
  const client = parseTranscript(clientOf(OPEN + several(turns, live)));
  player.start(0);
  for (const entry of client) {
    if (entry.kind === 'frame') player.receive(entry.bytes, 0);
    player.next(); // as its caller does after each call
  }
  player.close(0);
  return { looks: looks(), report: player.report() };
}

const mode = (number: number, name: string) => `> ${number} session/set_mode {"sessionId":"s","modeId":"${name}"}`;
const prompt = (number: number) => `> ${number} session/prompt {"sessionId":"s","prompt":[]}`;
const ask = (number: number) =>
  `< ${number} session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t"},"options":[]}`;
const CANCELLED = '{"outcome":{"outcome":"cancelled"}}';

const cases: readonly Case[] = [
  {
    what: 'requests that differ',
    turns: 480,
    recorded: (number) => `${mode(number, `mode-${number}`)}\n< ${number} ok {}`,
    live: (number) => mode(number, `other-${number}`),
    outcome: { moreDivergences: 380 },
  },
  {
    what: 'requests that were not recorded',
    turns: rounds(500, 1000),
    recorded: (number) => `${mode(number, `mode-${number}`)}\n< ${number} ok {}`,
    live: (number) => `> ${number} session/list {"cursor":"${number}"}`,
    outcome: { moreDivergences: rounds(400, 900) },
  },
  {
    what: 'answers that differ',
    turns: rounds(400, 800),
    recorded: (number) =>
      `< ${number} session/request_permission {"sessionId":"s","options":[{"optionId":"a"}]}\n> ${number} ok {"outcome":{"outcome":"selected","optionId":"a"}}`,
    live: (number) => `> ${number} ok ${CANCELLED}`,
    outcome: { moreDivergences: rounds(300, 700) },
  },
  {
    what: 'requests after one that was never sent',
    turns: rounds(500, 1000),
    recorded: (number) =>
      number === 1 ? `${mode(1, 'first')}\n< 1 ok {}` : `${mode(number, 'again')}\n< ${number} ok {}`,
    live: (number) => (number === 1 ? '' : mode(number, 'again')),
    outcome: { moreDivergences: 0, unused: [seqOf(2)] },
  },
  {
    what: 'cancels',
    turns: rounds(300, 600),
    recorded: (number) =>
      `${prompt(number)}\n> session/cancel {"sessionId":"s"}\n< ${number} ok {"stopReason":"cancelled"}`,
    live: (number) => `${prompt(number)}\n> session/cancel {"sessionId":"s"}`,
    outcome: { outcome: 'complete' },
  },
  {
    what: 'cancels that were not recorded',
    turns: rounds(300, 600),
    recorded: (number) =>
      `${prompt(number)}\n${ask(number)}\n> ${number} ok ${CANCELLED}\n< ${number} ok {"stopReason":"end_turn"}`,
    live: (number) => `${prompt(number)}\n> session/cancel {"sessionId":"s"}\n> ${number} ok ${CANCELLED}`,
    outcome: { divergences: [], unused: [] },
  },
  {
    what: 'cancels of unanswered requests',
    turns: rounds(300, 600),
    recorded: (number) =>
      `${prompt(number)}\n${ask(number)}\n> session/cancel {"sessionId":"s"}\n< ${number} ok {"stopReason":"cancelled"}`,
    live: (number) => `${prompt(number)}\n> session/cancel {"sessionId":"s"}`,
    outcome: { outcome: 'complete' },
  },
  {
    what: 'cancels of one turn',
    turns: rounds(500, 1000),
    recorded: (number) =>
      `${number === 1 ? prompt(1) : ''}\n> session/cancel {"sessionId":"s"}\n< session/update {"sessionId":"s","update":{"n":${number}}}`,
    live: (number) => `${number === 1 ? prompt(1) : ''}\n> session/cancel {"sessionId":"s"}`,
    outcome: { unused: [], divergences: [] },
  },
];

describe('the work of a replay grows linearly with the recording', () => {
  test.each(cases)('for $turns $what', ({ turns, outcome, ...parts }) => {
    const small = cost(turns / 4, parts);
    const large = cost(turns, parts);
    expect(large.report).toMatchObject(outcome);
    expect(large.looks / small.looks).toBeLessThan(4.4); // four times the turns, and a tolerance
  });
});
