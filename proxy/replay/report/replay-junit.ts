import { xmlAttribute, xmlContent } from '#core/text/xml.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { DEFAULTS } from '../defaults.ts';
import type { PlayOptions } from '../model/play-options.ts';
import type { ClientFinding, ReplayReport } from '../model/replay-report.ts';
import { renderReport } from './render-report.ts';

interface Case {
  readonly name: string;
  /** The reason in one line; undefined when the case passes. */
  readonly failure?: string;
  readonly output?: string;
}

/** The report as JUnit XML, with its LF: one suite. Divergences that a policy allows are listed, not failed. */
export function toJUnit(
  report: ReplayReport,
  { onDivergence, strict }: Pick<PlayOptions, 'onDivergence' | 'strict'> = DEFAULTS,
): string {
  const cases = casesOf(report, onDivergence === 'fail', strict);
  const failures = cases.filter(({ failure }) => failure !== undefined).length;
  const name = xmlAttribute(`replay of ${report.file ?? report.recording ?? 'a recording'}`);
  const suite = `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}">\n${cases.map((one) => toXml(one, report)).join('')}  </testsuite>\n`;
  return escapeUnseen(`<?xml version="1.0" encoding="UTF-8"?>\n<testsuites>\n${suite}</testsuites>\n`);
}

function casesOf(report: ReplayReport, isStrictPolicy: boolean, strict: boolean): readonly Case[] {
  const { divergences, moreDivergences, missing, missingCapabilities, unplayed, unrecorded, notes, findings } = report;
  const more = moreDivergences === 0 ? [] : [`and ${moreDivergences} more`];
  const messages = [...divergences.map(({ message }) => message), ...more];
  const [first] = messages;
  const missed = [
    ...missing.map(({ seq, message }) => `never came: ${message} (#${seq})`),
    ...unplayed.map(({ seq, message }) => `not played: ${message} (#${seq})`),
  ];
  const added = unrecorded.map(({ message }) => message);
  return [
    {
      name: 'does what the recorded client did',
      ...(first === undefined ? {} : isStrictPolicy ? { failure: first } : { output: messages.join('\n') }),
    },
    {
      name: 'says all that the recorded client said',
      ...outcomeOf(missed, strict),
    },
    {
      name: 'advertises what the recorded agent needs',
      ...outcomeOf(missingCapabilities, false),
    },
    ...(findings ? [{ name: 'keeps to the protocol', ...judged(findings) }] : []),
    { name: 'does nothing else', ...outcomeOf([...added, ...notes], strict && added.length > 0) },
  ];
}

/** A failure has the first line as its message, and the whole report as its text. */
function outcomeOf(lines: readonly string[], isFailed: boolean): Omit<Case, 'name'> {
  const [first] = lines;
  if (first === undefined) return {};
  return isFailed ? { failure: first } : { output: lines.join('\n') };
}

function judged(findings: readonly ClientFinding[]): Omit<Case, 'name'> {
  const error = findings.find(({ grade }) => grade === 'error');
  if (error) return { failure: `${error.message} (${error.rule})` };
  return findings.length === 0
    ? {}
    : { output: findings.map(({ grade, rule, message }) => `${grade}: ${message} (${rule})`).join('\n') };
}

function toXml({ name, failure, output }: Case, report: ReplayReport): string {
  const outcome =
    failure !== undefined
      ? `<failure message="${xmlAttribute(failure)}">${xmlContent(renderReport(report))}</failure>`
      : output !== undefined
        ? `<system-out>${xmlContent(output)}</system-out>`
        : '';
  return `    <testcase classname="replay" name="${xmlAttribute(name)}">${outcome}</testcase>\n`;
}
