import { assertNever } from '#core/assert-never.ts';
import { printFilter } from '#core/filter/print.ts';
import type { Fault, FaultAction, FaultLimit } from './fault.ts';

/** Prints a fault that `readFault` reads as the same fault. */
export function printFault({ action, rate, limit, where }: Fault): string {
  const filter = printFilter(where);
  return [
    action.kind,
    ...argumentsOf(action),
    ...(rate === 100 ? [] : [`${rate}%`]),
    ...(limit ? [printLimit(limit)] : []),
    ...(filter === '' ? [] : ['where', filter]),
  ].join(' ');
}

function argumentsOf(action: FaultAction): readonly string[] {
  switch (action.kind) {
    case 'delay':
      return [action.least === action.most ? time(action.least) : `${time(action.least)}..${time(action.most)}`];
    case 'throttle':
      return [`${action.bytesPerSecond}/s`];
    case 'duplicate':
      return action.copies === 1 ? [] : [String(action.copies)];
    case 'reorder':
      return [String(action.window)];
    case 'slice':
      return [String(action.bytes), ...(action.pause === 0 ? [] : ['every', time(action.pause)])];
    case 'coalesce':
      return [time(action.time)];
    case 'corrupt':
      return action.bytes === 1 ? [] : [String(action.bytes), 'bytes'];
    case 'noise':
      return [JSON.stringify(action.text)];
    case 'answer':
      return action.member === 'result' ? ['result', action.outcome] : ['error', ...errorOf(action.outcome)];
    case 'close':
      return [action.end];
    case 'exit':
      return [String(action.code)];
    case 'kill':
      return [action.signal];
    case 'drop':
    case 'truncate':
    case 'crlf':
    case 'bom':
    case 'wrong-id':
    case 'unknown-update':
    case 'mute':
      return [];
    default:
      return assertNever(action);
  }
}

const time = (ms: number): string => `${ms}ms`;

function errorOf(outcome: string): readonly string[] {
  const { code, message } = JSON.parse(outcome) as { readonly code: number; readonly message: string }; // as parsed
  return [String(code), JSON.stringify(message)];
}

const printLimit = ({ kind, count }: FaultLimit): string =>
  kind === 'at most' && count === 1 ? 'once' : `${kind} ${count}`;
