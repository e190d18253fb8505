import type { PlayOptions } from '../../proxy/replay/options.ts';
import { converse, linesOf } from './conversation.ts';

/** What a client does that is not quite what was recorded, and the report of it. */
export interface Case {
  readonly what: string;
  readonly recording: string;
  readonly live: readonly string[];
  readonly options?: Partial<PlayOptions>;
  /** Line by line, each after a bar. */
  readonly report: string;
}

/** The report as it should read, and as it does. */
export function reports({ recording, live, options = {}, report }: Case): readonly [expected: string, got: string] {
  const { text } = converse(recording, live.join('\n'), options);
  const expected = linesOf(report).map((line) => line.replace(/^\| ?/, ''));
  return [expected.join('\n'), text];
}
