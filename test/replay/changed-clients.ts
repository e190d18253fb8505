import type { MatchLevel, MatchLevels } from '../../proxy/replay/model/match-level.ts';
import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import { digest, LINE_CHANGES, type LineChange } from '../support/changed-lines.ts';
import { WHOLE_V1, WHOLE_V2 } from '../support/whole-conversations.ts';
import { converse, linesOf } from './player-conversation.ts';

/** The file with the expected replays. `npm run golden` writes it. */
export const CHANGED_CLIENTS = 'test/replay/changed-clients.txt';

const HEADING = `# What a replay does when a line of the client is not as recorded. Below each line, for each change and some options
# ("two": with a second recording to switch to): a digest of the conversation and its report, the number of lines that
# the client received, and the main points of the report.
`;

/** Changes that only a client in time can make. */
const CLIENT_CHANGES: readonly (readonly [name: string, change: LineChange])[] = [
  ...LINE_CHANGES.filter(([name]) => name !== 'other side'),
  ['late', (line) => ['wait 6000', line]],
  ['then nothing', (line) => [line, 'wait 70000', 'eof']],
  ['a stray answer first', (line) => ['> 55 ok {}', line]],
  ['an unknown request first', (line) => ['> 56 _other/ask {"sessionId":"s"}', line]],
  ['a cancel first', (line) => ['> session/cancel {"sessionId":"s"}', line]],
];

const matching = (level: MatchLevel): MatchLevels =>
  Object.fromEntries(
    ['session/new', 'session/prompt', 'fs/read_text_file', 'terminal/output'].map((of) => [of, level]),
  );

/** One after the other of these goes with the changes. */
const OPTIONS: readonly (readonly [name: string, options: Partial<PlayOptions>])[] = [
  ['follow', { onDivergence: 'follow' }],
  ['fail', {}],
  ['follow, strict', { onDivergence: 'follow', strict: true, dropGated: true }],
  ['follow, recorded times', { onDivergence: 'follow', speed: 'recorded', maxGap: 1000, settleAfterNew: 100 }],
  [
    'follow, exact',
    { onDivergence: 'follow', match: matching('exact'), stderr: true, exit: true, personTimeout: 3000 },
  ],
  ['follow, method', { onDivergence: 'follow', match: matching('method'), mapText: true, idleTimeout: 3000 }],
];

/** A recording in which the person decided otherwise. */
const otherwise = (recording: string) =>
  recording
    .replace('"optionId":"yes"}}', '"optionId":"no"}}')
    .replace('{"outcome":"cancelled"}', '{"outcome":"selected","optionId":"no"}')
    .replace('"status":"completed"', '"status":"failed"');

/** The replays of both conversations, as text. */
export const renderChangedClients = (): string =>
  `${HEADING}${[WHOLE_V1, WHOLE_V2].map((recording) => `\n${changedReplays(recording)}\n`).join('')}`;

/** The replays of a conversation. Of all changes, one of `every` is made. */
export function changedReplays(recording: string, every = 1): string {
  const lines = linesOf(recording).map((line) => line.replace(/^@\d+ /, ''));
  const live = lines.filter((line) => line.startsWith('>'));
  let count = 0;
  let no = 0;
  const changesAt = (line: string, at: number) =>
    CLIENT_CHANGES.flatMap(([name, change]) => {
      const by = change(line);
      if (by === undefined) return [];
      if (++count % every !== 0) return [];
      const [option, options] = OPTIONS[no++ % OPTIONS.length] ?? ['', {}];
      const recordings = no % 4 === 0 ? [recording, otherwise(recording)] : recording;
      const told = replayed(recordings, [...live.slice(0, at), ...by, ...live.slice(at + 1)], options);
      return [`  ${name} (${option}${no % 4 === 0 ? ', two' : ''}): ${told}`];
    });
  return live.flatMap((line, at) => [line.slice(0, 60), ...changesAt(line, at)]).join('\n');
}

/** Waits after each line, so that the agent can send in its recorded times. */
function replayed(recordings: string | readonly string[], live: readonly string[], options: Partial<PlayOptions>) {
  const { lines, report, text } = converse(recordings, live.map((line) => `${line}\nwait 2000`).join('\n'), options);
  const sent = lines.filter((line) => !line.startsWith('>')).length;
  const { outcome, divergences, unused, unplayed, unrecorded, notes, branch, waitedFor } = report;
  const counts = { unused, unplayed, unrecorded, notes };
  const words = [
    `${sent} sent, ${outcome}`,
    ...Object.entries(counts).flatMap(([name, { length }]) => (length === 0 ? [] : [`${length} ${name}`])),
    ...(branch === null ? [] : [branch]),
    ...(waitedFor === null ? [] : [`waited for ${waitedFor}`]),
    ...divergences.map(({ message }) => message.replaceAll('\n', ' ')),
  ];
  return `${digest({ lines, report, text })} ${words.join(', ')}`;
}
