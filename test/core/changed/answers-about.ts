import { SHARE_FORMS } from '#core/contract/share.ts';
import { VALUE_FIELDS } from '#core/contract/timeline.ts';
import { toCanonical } from '#core/canonical/canonical.ts';
import { compareAtOnce } from '#core/compare/compare.ts';
import { ALL } from '#core/compare/part.ts';
import type { Steps } from '#core/model/compare.ts';
import { createMemory } from '#core/memory/memory.ts';
import { memorySource } from '#core/memory/memory-source.ts';
import { createQueries } from '#core/queries/recording-queries.ts';
import { encodeEntry } from '#core/recording/encode.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { digest } from '../../support/changed-lines.ts';

const ports = {
  rest: async () => {},
  now: () => 0,
  loadRegexes: () => Promise.reject(new Error('no regex is asked for')),
};
const wanted = () => true;

const FILTERS = ['', 'session:s', 'kind:request from:agent', 'tool:Edit', 'dur>1s or has:error'];

/** The answers about a recording, by what they are about. */
export type Answers = Readonly<Record<string, readonly unknown[]>>;

function asking(of: RecordingHeader, entries: readonly Entry[]) {
  const memory = createMemory(of);
  memory.apply(entries);
  return createQueries(ports).of(memorySource(memory.finish(), 'only'));
}

/** The data for a comparison with the recording. */
export const stepsOf = async (of: RecordingHeader, entries: readonly Entry[]): Promise<Steps | undefined> =>
  asking(of, entries).steps(wanted);

/** Runs every query on a recording. `before`: the steps of the recording to compare with. */
export async function answersAbout(
  of: RecordingHeader,
  entries: readonly Entry[],
  before?: Steps,
): Promise<readonly [Answers, Steps | undefined]> {
  const ask = asking(of, entries);
  const opened = Array.from(entries.keys());
  const steps = await ask.steps(wanted);
  const compared = steps && compareAtOnce(side('changed', steps), side('before', before ?? steps));
  const rows = FILTERS.map((q) =>
    ask.rows({ view: 'folded', q, opened, collapsed: [], at: { from: 0 }, count: 500 }, wanted),
  );
  const folded = ask.rows({ view: 'folded', q: '', opened: [], collapsed: [2], at: { around: 9 }, count: 9 }, wanted);
  const cards = ask.conversation({ session: undefined, q: '', at: { from: 0 }, count: 500 }, wanted);
  const ofSession = ask.conversation({ session: 's', q: 'from:agent', at: { from: 0 }, count: 500 }, wanted);
  const values = VALUE_FIELDS.map((field) => ask.values(field, wanted));
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

/** The answers that differ, each with a digest. */
export const differences = (answers: Answers, whole: Answers) =>
  Object.entries(answers)
    .map(([about, each]) => [about, digest(each)])
    .filter(([about = '', each]) => each !== digest(whole[about]))
    .map((each) => each.join(' '))
    .join(', ');
