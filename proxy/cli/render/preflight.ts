import type { Checked } from './report.ts';
import type { Check, CheckStatus } from '../preflight/checks.ts';
import { renderReport } from './report-text.ts';
import { toReport } from './report-json.ts';
import { visible } from '#core/wire/visible.ts';
import { toJsonText } from './json.ts';

/** The result of a preflight. */
export interface PreflightResult {
  readonly command: readonly string[];
  readonly checks: readonly Check[];
  readonly checked: Checked;
}

const LABELS: Readonly<Record<CheckStatus, string>> = {
  ok: 'ok',
  note: 'note',
  failed: 'FAILED',
  'not-reached': 'not reached',
};

/** The result, then each check with advice, then the findings as `check` prints them. */
export function renderPreflight({ command, checks, checked }: PreflightResult): string {
  const width = Math.max(...checks.map(({ title }) => title.length));
  const lines = checks.flatMap(({ title, status, registry, why, todo }) => [
    `  ${LABELS[status].padEnd(11)}  ${registry ? '*' : ' '} ${title.padEnd(width)}  ${visible(why)}`,
    ...(todo === undefined ? [] : [`${' '.repeat(17 + width)}→ ${visible(todo)}`]),
  ]);
  return [
    visible(`preflight of ${command.join(' ')}`),
    answerOf(checks),
    '',
    ...lines,
    '',
    '  * is what the CI of the ACP registry looks at',
    '',
    renderReport(checked),
  ].join('\n');
}

function answerOf(checks: readonly Check[]): string {
  const failed = checks.filter(({ status }) => status === 'failed');
  if (failed.length === 0) return 'Yes: the ACP registry would accept this agent, and nothing else fails.';
  if (isAccepted(checks))
    return `Not yet: the registry's own check would pass, but ${failed.length === 1 ? 'one other check fails' : `${failed.length} other checks fail`}.`;
  return 'No: the ACP registry would not accept this agent.';
}

/** Whether the registry's CI would accept the agent. */
const isAccepted = (checks: readonly Check[]): boolean =>
  checks.every(({ registry, status }) => !registry || status === 'ok' || status === 'note');

/** One line of JSON. Its member `report` is what `check --json` prints. */
export function renderPreflightJson({ command, checks, checked }: PreflightResult): string {
  const { agent, protocolVersion, exit } = checked.summary;
  return `${toJsonText({
    command,
    passed: checks.every(({ status }) => status !== 'failed'),
    registry: isAccepted(checks) ? 'accepts' : 'refuses',
    agent,
    protocolVersion,
    exit,
    checks: checks.map(({ todo, ...check }) => ({ ...check, todo: todo ?? null })),
    report: toReport(checked),
  })}\n`;
}
