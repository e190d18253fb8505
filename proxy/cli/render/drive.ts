import type { Finding } from '#core/rules/engine/rule.ts';
import { cutAfter } from '#core/text/cut.ts';
import { visible } from '#core/wire/visible.ts';
import type { DriveDifference } from '../../replay/drive/drive-difference.ts';
import type { DriveReport, ReportedTurn, TurnSummary } from '../../replay/drive/report.ts';
import { toJsonText } from './json.ts';

/** The result of a drive. `findings` are the agent's, with `--check`. */
export interface Driven extends DriveReport {
  readonly recording: string;
  readonly command: readonly string[];
  readonly findings?: readonly Finding[];
}

/** The result, then each turn with its differences, then notes. */
export function renderDrive(driven: Driven): string {
  const { recording, command, agents, turns, differences, textDifferences, notes, findings } = driven;
  const outside = differences.filter(({ turn }) => turn === null);
  const isText = (each: DriveDifference) => textDifferences.includes(each);
  const lines = [
    // Some agents are whole programs in one argument.
    `drive of ${recording} (${agents.recorded ?? 'unknown agent'}) against ${cutAfter(command.join(' '), 200)} (${agents.live ?? 'unknown agent'})`,
    answerOf(driven),
    '',
    `  ${mark(outside.length === 0 && !isCut(driven))} handshake and sessions`,
    ...outside.flatMap(detail),
    ...textDifferences.filter((each) => each.turn === null && !differences.includes(each)).flatMap(passing),
    ...turns.flatMap((turn) => [
      `  ${mark(turn.same)} turn ${turn.turn}  ${inWords(turn)}`,
      ...differences.filter((each) => each.turn === turn.turn && !isText(each)).flatMap(detail),
      ...textDifferences
        .filter((each) => each.turn === turn.turn)
        .flatMap((each) => (differences.includes(each) ? detail(each) : passing(each))),
    ]),
    ...(notes.length > 0 ? ['', ...notes.map((note) => `  note: ${note}`)] : []),
    ...(findings
      ? [
          '',
          `  rules: ${findings.length === 0 ? 'nothing found that is the agent’s fault' : `${findings.length} ${findings.length === 1 ? 'finding' : 'findings'}`}`,
        ]
      : []),
    ...(findings ?? []).map(({ grade, rule, seq, message }) => `    ${grade}  ${rule}  #${seq}: ${message}`),
  ];
  return `${lines.map(visible).join('\n')}\n`;
}

/** One line of JSON with the members of `Driven`. */
export const renderDriveJson = (driven: Driven): string => `${toJsonText(driven)}\n`;

function answerOf({ outcome, failure, turns, differences }: Driven): string {
  const count = `${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  switch (outcome) {
    case 'same':
      return `Same: the agent did what it did then, in ${turns.length} ${turns.length === 1 ? 'turn' : 'turns'}.`;
    case 'different':
      return `Different: ${count}.`;
    case 'failed':
      return `Failed: ${failure}. Up to there: ${count}.`;
  }
}

/** Whether a failure left steps outside of turns unsent. */
const isCut = ({ unsent, turns }: Driven) => unsent.some(({ seq }) => !turns.some((turn) => turn.seq === seq));

const mark = (isSame: boolean) => (isSame ? '✓' : '≠');

const detail = ({ message }: DriveDifference): readonly string[] =>
  message.split('\n').map((line, index) => `      ${index === 0 ? '- ' : '  '}${line}`);

const passing = ({ message }: DriveDifference): readonly string[] =>
  message.split('\n').map((line, index) => `      ${index === 0 ? '~ other ' : '  '}${line}`);

function inWords({ recorded, live }: ReportedTurn): string {
  if (!live) return `${summary(recorded)} · not sent`;
  return summary(live);
}

const summary = ({ end, toolCalls, permissions }: TurnSummary) =>
  [
    end ?? 'never ended',
    ...(toolCalls > 0 ? [`${toolCalls} tool ${toolCalls === 1 ? 'call' : 'calls'}`] : []),
    ...(permissions > 0 ? [`${permissions} permission ${permissions === 1 ? 'request' : 'requests'}`] : []),
  ].join(' · ');
