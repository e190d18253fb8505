import type { StepName } from '#core/model/compare.ts';
import {
  asksPermission,
  beginsTurn,
  createsTerminal,
  isTerminalMethod,
  writesFile,
} from '#core/protocol/method-traits.ts';

/** The subject of a difference. */
export type DifferenceKind =
  | 'answer'
  | 'capability'
  | 'session'
  | 'history'
  | 'not-sent'
  | 'stop-reason'
  | 'tool-call'
  | 'tool-status'
  | 'permission'
  | 'plan'
  | 'mode'
  | 'config'
  | 'action'
  | 'text'
  | 'thought';

/** The subjects of the agent's steps, by kind and name or by kind alone. Other steps are not compared. */
const SUBJECTS: ReadonlyMap<string, DifferenceKind> = new Map([
  ['tool-call', 'tool-call'],
  ['plan', 'plan'],
  ['update current_mode_update', 'mode'],
  ['update config_option_update', 'config'],
  ['exchange session/request_permission', 'permission'],
  ['exchange', 'action'],
  ['orphan', 'action'], // a second answer
  ['user-message', 'history'],
  ['message', 'text'],
  ['thought', 'thought'],
]);

export function subjectOf({ kind, name, from }: Pick<StepName, 'kind' | 'name' | 'from'>): DifferenceKind | undefined {
  if (from === 'client') return kind === 'exchange' && beginsTurn(name) ? 'stop-reason' : undefined;
  const usesTerminal = kind === 'exchange' && isTerminalMethod(name) && !createsTerminal(name);
  if (usesTerminal || (kind === 'orphan' && name === '')) return undefined;
  return SUBJECTS.get(`${kind} ${name}`) ?? SUBJECTS.get(kind);
}

/** True for requests compared in their turn. Others count only if the recording has none with the same words. */
export const isComparedInTurn = ({ name }: Pick<StepName, 'name'>): boolean =>
  asksPermission(name) || writesFile(name) || createsTerminal(name);
