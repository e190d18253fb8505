import { formatDuration } from '#core/text/format-duration.ts';
import { elapsedUs } from '#core/units.ts';
import { visible } from '#core/wire/visible.ts';
import type { TestRun } from '../try/run-test.ts';
import type { Tried, TriedFault } from '../try/tried.ts';

/** Lines shown of the output of a test. */
const OUTPUT_LINES = 20;

/** How the test went without a fault, and the limit of the runs that follow. */
export const renderWithoutFault = ({ ms }: TestRun, limit: number): string =>
  `Without a fault the test passed in ${seconds(ms)}. With each fault it has ${seconds(limit)}.\n\n`;

/** Result, time and fault; if the test did not pass, also the command to run it again. */
export function renderTriedRow({ result, ms, fault, agents, again }: TriedFault): string {
  const note = result === 'untouched' ? (agents === 0 ? '  (started no agent)' : '  (touched no frame)') : '';
  const row = `  ${result.padEnd('untouched'.length)}  ${seconds(ms).padStart(7)}  ${visible(fault)}${note}\n`;
  return result === 'passed' || result === 'untouched' ? row : `${row}${INDENT}again: ${visible(again)}\n`;
}

const INDENT = ' '.repeat('  untouched  '.length);

/** How many runs had each result; for a single fault, the end of the test's output comes first. */
export function renderTried({ faults, seed }: Tried): string {
  const counts = [...Map.groupBy(faults, ({ result }) => result)].map(([result, { length }]) => `${length} ${result}`);
  const [only, second] = faults;
  const output = only && !second ? only.output.trimEnd().split('\n').slice(-OUTPUT_LINES) : [];
  const shown = output
    .filter((line) => line !== '' || output.length > 1)
    .map((line) => `  | ${visible(line)}\n`)
    .join('');
  return `${shown}\n${faults.length} ${faults.length === 1 ? 'fault' : 'faults'}, seed ${seed}: ${counts.join(', ')}.\n`;
}

const seconds = (ms: number): string => formatDuration(elapsedUs(ms * 1000));
