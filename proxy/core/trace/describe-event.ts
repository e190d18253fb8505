import type { EventEntry } from '#core/wire/entry.ts';
import { describeWhy } from './describe-why.ts';

/** The beginning of an event's description when entries after the event are missing. */
export const LOST = 'what follows was lost';

/** One line for a process event: `agent exited · code 1`. Prints the members of an event of a later release. */
export function describeEvent({ event, ...members }: EventEntry['event']): string {
  const value = (name: string) =>
    Object.hasOwn(members, name) ? (members as Record<string, unknown>)[name] : undefined;
  switch (event) {
    case 'spawn':
      return value('pid') === undefined ? 'agent started' : `agent started · pid ${String(value('pid'))}`;
    case 'spawn-failed':
      return `agent could not be started · ${String(value('message'))}`;
    case 'signal':
      return `${String(value('signal'))} handed on to the agent`;
    case 'eof':
      return `${String(value('of'))} closed its end`;
    case 'gap':
      return `${String(value('bytes'))} bytes from ${String(value('of'))} were forwarded but could not be recorded`;
    case 'not-stored':
      return value('of') === undefined
        ? `an event could not be stored: ${String(value('message'))}`
        : `${String(value('bytes'))} bytes from ${String(value('of'))} could not be stored: ${String(value('message'))}`;
    case 'exit':
      return typeof value('signal') === 'string'
        ? `agent ended by ${String(value('signal'))}`
        : `agent exited · code ${String(value('code'))}`;
    case 'taking-part':
      return [
        `acptap takes part${value('seed') === undefined ? '' : `, seed ${String(value('seed'))}`}`,
        ...textsOf(value('faults')),
        ...textsOf(value('breakpoints')).map((filter) => `break ${filter}`),
        ...textsOf(value('scripts')).map((name) => `script ${name}`),
      ].join(' · ');
    case 'injected':
      return `acptap wrote to the ${String(value('toward'))} · ${doingOf(...[value('why')].flat())} · ${bodyOf(members)}`;
    case 'intervened':
      return `acptap interfered · ${doingOf(members)}`;
    case 'damaged':
      return `${LOST}: ${String(value('message'))}`;
    case 'interrupted':
      return 'recording interrupted: acptap was ended before the agent';
    default:
      return Object.keys(members).length > 0 ? `${event} · ${JSON.stringify(members)}` : event;
  }
}

const textsOf = (value: unknown): readonly string[] => (value === undefined ? [] : [value].flat().map(String));

const doingOf = (...whys: unknown[]): string => whys.map(describeWhy).join(', ');

function bodyOf({ json, text, base64 }: Readonly<Record<string, unknown>>): string {
  if (json !== undefined) return JSON.stringify(json);
  return typeof text === 'string' ? text.trimEnd() : `base64 ${String(base64)}`;
}
