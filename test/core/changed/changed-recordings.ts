import { SHARE_FORMS } from '#core/contract/share.ts';
import { VALUE_FIELDS } from '#core/contract/timeline.ts';
import { toCanonical } from '#core/canonical/canonical.ts';
import { compareAtOnce } from '#core/compare/compare.ts';
import { ALL } from '#core/compare/part.ts';
import type { Steps } from '#core/model/compare.ts';
import { createMemory } from '#core/queries/memory/memory.ts';
import { memorySource } from '#core/queries/memory/memory-source.ts';
import { createQueries } from '#core/queries/recording-queries.ts';
import { encodeEntry } from '#core/recording/encode.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import type { Entry, FrameEntry, Sent } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import { digest, LINE_CHANGES } from '../../support/changed-lines.ts';
import { delivered, soonAfter } from '../../support/delivered.ts';
import { header } from '../../support/recording-file.ts';
import { WHOLE_CHAIN, WHOLE_V1, WHOLE_V2 } from '../../support/whole-conversations.ts';

/** The file with the expected answers. `npm run golden` writes it. */
export const CHANGED_RECORDINGS = 'test/core/changed/changed-recordings.txt';

const HEADING = `# The cards, stats and comparison of three recordings. Then, below each of their lines, what a change of that line changes
# in the answers: rows, cards, stats, info and findings, text to share, the comparison with the whole, the canonical
# recording. A word for each answer that differs from that of the whole recording, with a digest of it.
# The number of changes is a sample; each kind and each line has its turn.
`;

const ports = {
  rest: async () => {},
  now: () => 0,
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};
const wanted = () => true;

/** Of all changes, so many are one that is made: each kind of change, and each line, still has its turn. */
const EVERY = 7;

/** Answers about the unchanged recording that are written out. */
const READABLE = ['cards', 'stats', 'compared'];

const FILTERS = ['', 'session:s', 'kind:request from:agent', 'tool:Edit', 'dur>1s or has:error'];

type Answers = Readonly<Record<string, readonly unknown[]>>;

/** The answers about a recording, by what they are about. */
async function answersAbout(entries: readonly Entry[], before?: Steps): Promise<readonly [Answers, Steps | undefined]> {
  const hasInterventions = entries.some((entry) => entry.kind === 'frame' && entry.sent !== undefined);
  const of = header(hasInterventions ? { interventions: true } : {});
  const memory = createMemory(of);
  memory.apply(entries);
  const ask = createQueries(ports).of(memorySource(memory.finish(), 'only'));
  const opened = Array.from(entries.keys());
  const steps = await ask.steps(wanted);
  const compared = steps && compareAtOnce(side('changed', steps), side('before', before ?? steps));
  const rows = FILTERS.map((q) =>
    ask.rows({ view: 'folded', q, opened, collapsed: [], at: { from: 0 }, count: 500 }, wanted),
  );
  const folded = ask.rows({ view: 'folded', q: '', opened: [], collapsed: [2], at: { around: 9 }, count: 9 }, wanted);
  const cards = ask.conversation({ session: undefined, q: '', at: { from: 0 }, count: 500 }, wanted);
  const ofSession = ask.conversation({ session: 's', q: 'from:agent', at: { from: 0 }, count: 500 }, wanted);
  const values = VALUE_FIELDS.map((field) => ask.values(field));
  const shared = SHARE_FORMS.map((as) =>
    ask.share({ as, of: as === 'llm' ? 'filter' : 'group', q: '', seq: 16, redact: as === 'markdown' }, wanted),
  );
  const canonical = toCanonical(of, entries).entries.map(encodeEntry);
  return [
    {
      rows: await Promise.all([...rows, folded, ask.overview('', 20, wanted), ...values]),
      cards: await Promise.all([cards, ofSession]),
      stats: [ask.turns(), await ask.stats()],
      info: [ask.summary(), await ask.info(), await ask.report()],
      shared: await Promise.all(shared),
      compared: [compared],
      canonical,
    },
    steps,
  ];
}

const side = (recording: string, steps: Steps) => ({ recording, steps, part: ALL });

async function renderChanged(transcript: string): Promise<string> {
  const lines = transcript
    .trim()
    .split('\n')
    .map((line) => line.trim());
  const [whole, steps] = await answersAbout(parseTranscript(transcript));
  const blocks: string[] = [];
  let no = 0;
  for (const [at, line] of lines.entries()) {
    blocks.push(line);
    for (const [name, change] of LINE_CHANGES) {
      const by = change(line);
      if (by === undefined || ++no % EVERY !== 0) continue;
      const [answers] = await answersAbout(parseTranscript(lines.toSpliced(at, 1, ...by).join('\n')), steps);
      blocks.push(`  ${name}: ${differences(answers, whole)}`);
    }
  }
  const shown = READABLE.flatMap((about) => (whole[about] ?? []).map(toLines));
  return [...shown, '', ...blocks].join('\n');
}

/** What can become of a frame on its way. */
const DELIVERIES: readonly (readonly [name: string, becomes: (frame: FrameEntry) => Sent])[] = [
  ['dropped', () => ({ why: [{ kind: 'drop', fault: 'drop' }] })],
  ['corrupt', (frame) => ({ elapsed: soonAfter(frame), bytes: encodeUtf8('no JSON\n'), why: [{ kind: 'corrupt' }] })],
  ['delayed', (frame) => ({ elapsed: soonAfter(frame, 2_500_000), why: [{ kind: 'delay' }] })],
];

async function renderDelivered(transcript: string): Promise<string> {
  const entries = parseTranscript(transcript);
  const [whole, steps] = await answersAbout(delivered(entries));
  const blocks: string[] = [];
  for (const { kind, seq } of entries) {
    const [name, becomes] = DELIVERIES[seq % DELIVERIES.length] ?? [];
    if (kind !== 'frame' || !becomes) continue;
    const changed = delivered(entries, (frame) => (frame.seq === seq ? becomes(frame) : undefined));
    const [answers] = await answersAbout(changed, steps);
    blocks.push(`  #${seq} ${name}: ${differences(answers, whole)}`);
  }
  return blocks.join('\n');
}

/** The answers that differ, each with a digest. */
const differences = (answers: Answers, whole: Answers) =>
  Object.entries(answers)
    .map(([about, each]) => [about, digest(each)])
    .filter(([about = '', each]) => each !== digest(whole[about]))
    .map((each) => each.join(' '))
    .join(', ');

/** A line for each item of a list, or each member. */
const toLines = (answer: unknown) =>
  typeof answer === 'string'
    ? answer.trimEnd()
    : JSON.stringify(answer).replaceAll(/(?<=[[{,])(?="[a-z]+":[[{]|\{)/gi, '\n  ');

/** The recordings and the answers about them, as text. */
export async function renderChangedRecordings(): Promise<string> {
  const blocks = [HEADING];
  for (const transcript of [WHOLE_V1, WHOLE_V2, WHOLE_CHAIN]) blocks.push(await renderChanged(transcript));
  blocks.push(`The second recording, with frames that a fault has changed:\n${await renderDelivered(WHOLE_V2)}`);
  return `${blocks.join('\n\n')}\n`;
}
