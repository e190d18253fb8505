import type { TimeRange } from '../../state/page/route.ts';
import { formatCount, formatCounted } from '../../text/size.ts';

/** Limits of a view: the filter in force and the time range. */
export interface ViewLimits {
  readonly applied: string;
  readonly range: TimeRange | undefined;
}

/** `Showing 3 of 12 findings.` Empty if all are shown. */
export const toShownText = (shown: number, all: number, one: string): string =>
  shown === all ? '' : `Showing ${formatCount(shown)} of ${formatCounted(all, one)}.`;

/** `The filter hides all 12 findings.` */
export function toHiddenText(all: number, one: string, narrowing: ViewLimits): string {
  const { names, verb } = toWords(narrowing);
  const hidden = all === 1 ? `the only ${one}` : `all ${formatCounted(all, one)}`;
  return `${names.charAt(0).toUpperCase()}${names.slice(1)} ${verb('hides', 'hide')} ${hidden}.`;
}

/** Labels views that ignore the filter; empty without filter and range. `what` has its verb: `These counts cover`. */
export function toUnfilteredText(what: string, narrowing: ViewLimits): string {
  const { names, verb } = toWords(narrowing);
  return names === '' ? '' : `${what} the whole recording: ${names} ${verb('does', 'do')} not apply here.`;
}

/** Whether a filter or range is set. */
export const hasViewLimits = ({ applied, range }: ViewLimits): boolean => applied !== '' || range !== undefined;

function toWords({ applied, range }: ViewLimits) {
  const names = [applied === '' ? [] : 'the filter', range ? 'the range of time' : []].flat();
  return { names: names.join(' and '), verb: (one: string, several: string) => (names.length === 1 ? one : several) };
}
