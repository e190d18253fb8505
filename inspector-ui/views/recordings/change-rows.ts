import { runDifferences, worseFirst, type RunDifference } from '#core/compare/run-difference.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import type { RunBefore } from '../../state/recordings/run-changes.ts';
import { renderRoute } from '../../state/page/route.ts';
import { formatCounted } from '../../text/size.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';

/** The differences from the previous run of the same command. */
export interface ChangeRow {
  /** `+2 errors`, `first chunk 3× slower`: what got worse is first, because a narrow list shows only the first. */
  readonly parts: readonly ChangePart[];
  /** The same in full, a line each. */
  readonly label: string;
  readonly isWorse: boolean;
  /** The link that compares the two runs. */
  readonly href: string;
}

export interface ChangePart {
  /** `first`, which gives way where there is no room, or an empty text. */
  readonly begin: string;
  /** `+2 errors`, `chunk 3× slower` */
  readonly text: string;
}

/** More parts have no room beside the badges of findings. */
const SHOWN = 2;

/** Undefined without a difference worth a badge. */
export function toChangeRow(recording: RecordingSummary, before: RunBefore): ChangeRow | undefined {
  const { previous } = before;
  const differences = differencesFrom(recording, before);
  if (differences.length === 0) return undefined;
  const named = previous.name === null ? '' : `, “${toVisibleLine(previous.name)}”`;
  return {
    parts: worseFirst(differences)
      .slice(0, SHOWN)
      .map(({ about, text }) =>
        about === 'first chunk' ? { begin: 'first', text: `chunk ${text}` } : { begin: '', text },
      ),
    label: [`Against the previous run of this command${named}:`, ...differences.map(({ label }) => label)].join('\n'),
    isWorse: differences.some(({ isWorse }) => isWorse),
    href: renderRoute({ recording: recording.id, view: 'compare', compared: { with: previous.id } }),
  };
}

/** The differences from another run, for its badge and for Compare. */
export const differencesFrom = (
  recording: RecordingSummary,
  { previous, change }: RunBefore,
): readonly RunDifference[] => [
  ...runDifferences(previous, recording, change?.firstChunk ?? null),
  ...inCapabilities('new', '+', change?.gained ?? []),
  ...inCapabilities('lost', '−', change?.lost ?? []),
];

function inCapabilities(what: 'new' | 'lost', sign: string, names: readonly string[]): readonly RunDifference[] {
  if (names.length === 0) return [];
  const text = `${sign}${formatCounted(names.length, 'capability', 'capabilities')}`;
  const label = `${what}: ${names.map(toVisibleLine).join(', ')}`;
  return [{ about: 'capabilities', text, label, isWorse: false }];
}
