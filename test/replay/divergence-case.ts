import type { PlayOptions } from '../../proxy/replay/model/play-options.ts';
import { converse, linesOf } from './player-conversation.ts';

/** A client that differs from the recording, and the expected report. */
export interface DivergenceCase {
  readonly what: string;
  readonly recording: string;
  readonly live: readonly string[];
  readonly options?: Partial<PlayOptions>;
  /** The lines of the report, each after a `|`. */
  readonly report: string;
}

/** The expected and the actual report. */
export function renderReports({
  recording,
  live,
  options = {},
  report,
}: DivergenceCase): readonly [expected: string, got: string] {
  const { text } = converse(recording, live.join('\n'), options);
  const expected = linesOf(report).map((line) => line.replace(/^\| ?/, ''));
  return [expected.join('\n'), text];
}
