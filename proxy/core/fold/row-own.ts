import { isObject, stringAt } from '#core/json/json.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { EventEntry } from '#core/wire/entry.ts';
import { isOwnEvent } from '#core/wire/own-events.ts';

/** The member `own` of a row for an event of acptap; no member for other events. */
export function rowOwn(event: EventEntry['event']): Pick<EntryRow, 'own'> {
  if (!isOwnEvent(event.event)) return {};
  const { toward, why }: Readonly<Record<string, unknown>> = event;
  const causes = event.event === 'intervened' ? [event] : Array.isArray(why) ? why : [];
  return {
    own: {
      event: event.event,
      toward: toward === 'client' || toward === 'agent' ? toward : null,
      why: causes.filter(isObject).map((cause) => {
        const fault = stringAt(cause, 'fault');
        return { kind: stringAt(cause, 'kind') ?? 'unknown', ...(fault === undefined ? {} : { fault }) };
      }),
    },
  };
}
