import { renderDifference } from '#core/json/render-difference.ts';
import type { Finding } from '#core/rules/engine/rule.ts';
import { visible } from '#core/wire/visible.ts';
import type { Divergence, RecordedMessage, ReplayReport } from '../model/replay-report.ts';
import { NOTHING, withTimes } from './reporting.ts';

/** `frame` quotes the beginning of the frame. */
type ReportedFinding = Finding & { readonly frame?: string };

interface ReportOptions {
  /** Whether errors come before the outcome of the replay, or after it like other findings. Default: `first`. */
  readonly findings?: 'first' | 'last';
}

/**
 * Renders a report for people, without a final line end. The first line of a failed replay is the reason, because lists
 * of failed tests show one line: an error of the client too, unless `findings` are to come last. Escapes control
 * characters, because test runners print the text unchanged.
 */
export function renderReport(report: ReplayReport, { findings: place = 'first' }: ReportOptions = {}): string {
  const {
    divergences,
    moreDivergences,
    missingCapabilities,
    missing,
    notes,
    findings = [],
    faults = [],
    seed,
  } = report;
  const { errors = [], others = [] } = Object.groupBy(findings, ({ grade }) =>
    grade === 'error' && place === 'first' ? 'errors' : 'others',
  );
  const details = [
    renderKinds('never came', missing),
    // After a divergence the rest is never played, so nothing is listed.
    report.outcome === 'diverged' ? [] : renderKinds('not played', report.unplayed),
    renderUnrecorded(report),
    missingCapabilities.length === 0
      ? []
      : [`the recorded agent needs what this client does not advertise: ${missingCapabilities.join(', ')}`],
    notes.map((note) => `note: ${note}`),
    faults.map(({ fault, touched }) => `fault: ${fault}, touched ${count(touched, 'frame')} (seed ${seed})`),
    others.length === 0 ? [] : [renderFindings(others)],
  ].filter(({ length }) => length > 0);
  const [first = []] = details;
  const isFirst = report.outcome === 'incomplete' && report.waitedFor === null; // its first line is in the headline
  const fault = report.outcome === 'complete' || typeof report.lastFault !== 'string' ? '' : `${report.lastFault}; `;
  return [
    ...divergences.map((one) => renderDivergence(one, isWait(one) ? fault : '')),
    ...(moreDivergences === 0 ? [] : [[`and ${count(moreDivergences, 'more difference')}`]]),
    errors.length === 0 ? [] : [renderFindings(errors)],
    [`${divergences.some(isWait) ? '' : fault}${headline(report, first)}`],
    ...(isFirst && !first[0]?.endsWith(':') ? [first.slice(1), ...details.slice(1)] : details),
  ]
    .filter(({ length }) => length > 0)
    .map((block) => block.flatMap((text) => text.split('\n').map(visible)).join('\n'))
    .join('\n\n');
}

function headline(
  { recording, file, outcome, played, received, branch, waitedFor, lastFault }: ReplayReport,
  [what, item]: readonly string[],
): string {
  const name = recording === null ? 'the replay' : `the replay of ${file ?? recording}`;
  const missing = what?.endsWith(':') ? `${what} ${item?.trim()}, …` : what;
  const end = lastFault === undefined ? 'the client closed' : 'it ended'; // with faults it may give up
  const why = waitedFor === null ? missing : `it waited for ${waitedFor} when ${end}`;
  const how = {
    complete: 'is complete',
    incomplete: why === undefined ? 'is incomplete' : `is incomplete: ${why}`,
    diverged: 'diverged',
  }[outcome];
  const other = branch === null ? '' : `, continued with ${branch}`;
  return `${name} ${how} (${count(played, 'frame')} played, ${count(received, 'message')} received${other})`;
}

/** A wait that took too long, perhaps for a message that a fault dropped. */
const isWait = ({ received }: Divergence): boolean => received === NOTHING;

function renderDivergence({ message, difference, nearMisses }: Divergence, fault: string): readonly string[] {
  const told = renderDifference(difference);
  const hasMore = difference.length > 1 || (difference.length === 1 && !message.endsWith(told));
  return [
    `${fault}${message}`,
    ...(hasMore ? told.split('\n').map((line) => `  ${line}`) : []),
    ...nearMisses.map(({ seq, message: words }) => `  like it: #${seq}, ${words}`),
  ];
}

/** Renders findings for people, below each other, without a final line end. */
export const renderFindings = (findings: readonly ReportedFinding[]): string =>
  findings.map((finding) => renderFinding(finding).map(visible).join('\n')).join('\n\n');

function renderFinding({ grade, rule, side, seq, message, seen, expected, frame }: ReportedFinding): readonly string[] {
  return [
    `${message} (${grade} of the ${side}, ${rule}${frame === undefined ? `, #${seq}` : ''})`,
    ...(seen === undefined ? [] : [`  seen: ${seen}`]),
    ...(expected === undefined ? [] : [`  expected: ${expected}`]),
    ...(frame === undefined || frame === '' ? [] : [`  in: ${frame}`]),
  ];
}

/** Lists recorded messages, those with the same words together. */
function renderKinds(heading: string, messages: readonly RecordedMessage[]): readonly string[] {
  if (messages.length === 0) return [];
  const groups = [...Map.groupBy(messages, ({ message }) => message)];
  const words = groups.map(([message, alike]) => `${message} (${entries(alike.map(({ seq }) => seq))})`);
  const more = groups.length - LISTED;
  return [
    words.length === 1 ? `${heading}: ${words[0]}` : `${heading}:`,
    ...(words.length === 1 ? [] : words.slice(0, LISTED).map((line) => `  ${line}`)),
    ...(more > 0 ? [`  and ${more} more ${more === 1 ? 'kind' : 'kinds'} of messages`] : []),
  ];
}

function renderUnrecorded({ unrecorded }: ReplayReport): readonly string[] {
  if (unrecorded.length === 0) return [];
  const groups = [...Map.groupBy(unrecorded, ({ message }) => message)];
  const more = groups.length - LISTED;
  return [
    ...groups.slice(0, LISTED).map(([message, { length }]) => `not recorded: ${withTimes(message, length)}`),
    ...(more > 0 ? [`and ${more} more that were not recorded`] : []),
  ];
}

/** The most entries or kinds in a list; the rest is counted. */
const LISTED = 12;

/** Lists entries: `#4, #7 and 3 more`. */
function entries(seqs: readonly number[]): string {
  const more = seqs.length - LISTED;
  return `${seqs
    .slice(0, LISTED)
    .map((seq) => `#${seq}`)
    .join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const count = (number: number, noun: string) => `${number} ${noun}${number === 1 ? '' : 's'}`;
