import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { LINE_CHANGES } from '../../support/changed-lines.ts';
import { delivered, soonAfter } from '../../support/delivered.ts';
import { LEFT_OUT } from '../../support/effort.ts';
import { header } from '../../support/recording-file.ts';
import { answersAbout, differences } from './answers-about.ts';
import { WHOLE_CHAIN, WHOLE_V1, WHOLE_V2 } from '../../support/whole-conversations.ts';

/** The file with the expected answers. `npm run golden` writes it. */
export const CHANGED_RECORDINGS = 'test/core/changed/changed-recordings.txt';

const HEADING = `# The cards, stats and comparison of three recordings. Then, below each of their lines, what a change of that line changes
# in the answers: rows, cards, stats, info and findings, text to share, the comparison with the whole, the canonical
# recording. A word for each answer that differs from that of the whole recording, with a digest of it.
# The number of changes is a sample; each kind and each line has its turn.
`;

/** Of all changes, so many are one that is made: each kind of change, and each line, still has its turn. */
const EVERY = 7;

/** Answers about the unchanged recording that are written out. */
const READABLE = ['cards', 'stats', 'compared'];

async function renderChanged(transcript: string, step: number): Promise<string> {
  const lines = transcript
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const [whole, steps] = await answersAbout(header(), parseTranscript(transcript));
  const blocks: string[] = [];
  let no = 0;
  for (const [at, line] of lines.entries()) {
    blocks.push(line);
    for (const [name, change] of LINE_CHANGES) {
      const by = change(line);
      if (by === undefined || ++no % EVERY !== 0) continue;
      const told = async () => {
        const changed = parseTranscript(lines.toSpliced(at, 1, ...by).join('\n'));
        return differences((await answersAbout(header(), changed, steps))[0], whole);
      };
      blocks.push(`  ${name}: ${no % (EVERY * step) === 0 ? await told() : LEFT_OUT}`);
    }
  }
  const shown = READABLE.flatMap((about) => (whole[about] ?? []).map(toLines));
  return [...shown, '', ...blocks].join('\n');
}

/** The possible deliveries of a frame. */
const DELIVERIES: readonly (readonly [name: string, becomes: (frame: FrameEntry) => Sent])[] = [
  ['dropped', () => ({ why: [{ kind: 'drop', fault: 'drop' }] })],
  ['corrupt', (frame) => ({ elapsed: soonAfter(frame), bytes: encodeUtf8('no JSON\n'), why: [{ kind: 'corrupt' }] })],
  ['delayed', (frame) => ({ elapsed: soonAfter(frame, 2_500_000), why: [{ kind: 'delay' }] })],
];

const FAULTED = header({ interventions: true });

async function renderDelivered(transcript: string, step: number): Promise<string> {
  const entries = parseTranscript(transcript);
  const [whole, steps] = await answersAbout(FAULTED, delivered(entries));
  const blocks: string[] = [];
  for (const { kind, seq } of entries) {
    const [name, becomes] = DELIVERIES[seq % DELIVERIES.length] ?? [];
    if (kind !== 'frame' || !becomes) continue;
    const told = async () => {
      const changed = delivered(entries, (frame) => (frame.seq === seq ? becomes(frame) : undefined));
      return differences((await answersAbout(FAULTED, changed, steps))[0], whole);
    };
    blocks.push(`  #${seq} ${name}: ${seq % step === 0 ? await told() : LEFT_OUT}`);
  }
  return blocks.join('\n');
}

/** A line for each item of a list, or each member. */
const toLines = (answer: unknown) =>
  typeof answer === 'string'
    ? answer.trimEnd()
    : JSON.stringify(answer).replaceAll(/(?<=[[{,])(?="[a-z]+":[[{]|\{)/gi, '\n  ');

/** The recordings and the answers about them, as text. Of all changes, each `step`th is made. */
export async function renderChangedRecordings(step = 1): Promise<string> {
  const blocks = [HEADING];
  for (const transcript of [WHOLE_V1, WHOLE_V2, WHOLE_CHAIN]) blocks.push(await renderChanged(transcript, step));
  blocks.push(`The second recording, with frames that a fault has changed:\n${await renderDelivered(WHOLE_V2, step)}`);
  return `${blocks.join('\n\n')}\n`;
}
