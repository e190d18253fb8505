import { digest, LINE_CHANGES, type LineChange } from '../../support/changed-lines.ts';
import { LEFT_OUT } from '../../support/effort.ts';
import { WHOLE_V1, WHOLE_V2 } from '../../support/whole-conversations.ts';
import { play, type PlayOptions } from './play.ts';

/** The file with the expected reports. `npm run golden` writes it. */
export const CHANGED_AGENTS = 'test/replay/drive/changed-agents.txt';

const HEADING = `# What the driver does and reports when a line of the live agent is not as recorded. Below each line, for each change
# and some options: a digest of the conversation and the report, the number of frames sent, and the main points.
`;

/** Changes that only an agent in time can make. */
const AGENT_CHANGES: readonly (readonly [name: string, change: LineChange])[] = [
  ...LINE_CHANGES.filter(([name]) => name !== 'other side'),
  ['late', (line) => ['+6000', line]],
  ['then nothing', (line) => [line, '+60000', 'eof', '+2000']],
  ['then ends', (line) => [line, 'end']],
  ['an unknown request first', (line) => ['< 56 _other/ask {"sessionId":"s"}', line]],
];

/** Options, combined with the changes in turn. */
const OPTIONS: readonly (readonly [name: string, options: PlayOptions])[] = [
  ['recorded', {}],
  ['allow', { permissions: 'allow', timeout: 3000 }],
  ['reject', { permissions: 'reject', text: 'exact' }],
];

/** The drives of both conversations, as text. Of their changes, each `step`th is made. */
export async function renderChangedAgents(step = 1): Promise<string> {
  return `${HEADING}\n${await changedDrives(WHOLE_V1, 2, step)}\n\n${await changedDrives(WHOLE_V2, 2, step)}\n`;
}

/** The drives of a conversation. Of all changes, one of `every` is shown, and of these each `step`th is made. */
export async function changedDrives(recording: string, every: number, step = 1): Promise<string> {
  const lines = recording
    .trim()
    .split('\n')
    .map((line) => line.trim().replace(/^@\d+ /, ''))
    .filter((line) => line.startsWith('<'));
  const blocks: string[] = [];
  let no = 0;
  for (const [at, line] of lines.entries()) {
    blocks.push(line.slice(0, 100));
    for (const [name, change] of AGENT_CHANGES) {
      const by = change(line);
      if (by === undefined || ++no % every !== 1) continue;
      const [option, options] = OPTIONS[no % OPTIONS.length] ?? ['', {}];
      const told = () => driven(recording, lines.toSpliced(at, 1, ...by), options);
      blocks.push(`  ${name} (${option}): ${no % (every * step) === 1 ? await told() : LEFT_OUT}`);
    }
  }
  return blocks.join('\n');
}

async function driven(recording: string, live: readonly string[], options: PlayOptions): Promise<string> {
  const { said, drive, report, waits } = await play(
    recording,
    [...live, '+4000', 'eof', '+20000'].join('\n+400\n'),
    options,
  );
  const sent = said.filter((line) => line.startsWith('>')).length;
  const unsent = drive?.unsent.length ?? 0;
  const words = [
    `${sent} sent`,
    ...(unsent === 0 ? [] : [`${unsent} unsent`]),
    report?.outcome ?? 'runs',
    report?.failure ?? [],
    report?.differences.map(({ message }) => message) ?? [],
  ].flat();
  return `${digest({ said, waits, drive: drive && { ...drive, sent: [...drive.sent] }, report })} ${words.join(', ')}`;
}
