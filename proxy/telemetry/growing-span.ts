import { SpanKind, SpanStatusCode, TraceFlags, type Attributes, type HrTime, type Link } from '@opentelemetry/api';
import type { InstrumentationScope } from '@opentelemetry/core';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan, TimedEvent } from '@opentelemetry/sdk-trace';
import type { EpochMs } from '#core/units.ts';

/** A span that may still get attributes and events. Times are microseconds since the recording's start. */
export interface GrowingSpan {
  readonly id: string;
  readonly kind: SpanKind;
  /** `seq` of its first entry. */
  readonly seq: number;
  readonly elapsed: number;
  readonly attributes: Attributes;
  readonly links: Link[];
  readonly events: TimedEvent[];
  droppedEvents: number;
  name: string;
  /** Undefined for the connection's trace. */
  session: string | undefined;
  /** Id of the span above it. */
  parent: string | undefined;
}

/** The default limit of the OpenTelemetry SDKs. */
const MAX_EVENTS = 128;

/** Longest value of an attribute that is no content, in UTF-16 units. */
const MAX_VALUE = 256;

export const beginSpan = (
  beginning: Pick<GrowingSpan, 'id' | 'seq' | 'elapsed' | 'name' | 'session' | 'parent'> & { kind?: SpanKind },
): GrowingSpan => ({
  kind: SpanKind.INTERNAL,
  ...beginning,
  attributes: {},
  links: [],
  events: [],
  droppedEvents: 0,
});

export function addEvent(span: GrowingSpan, event: TimedEvent): void {
  if (span.events.length < MAX_EVENTS) span.events.push(event);
  else span.droppedEvents += 1;
}

/** A recorded name or id as an attribute: cut, because a peer may send any length. */
export const shortValue = (text: string): string => text.slice(0, MAX_VALUE).toWellFormed();

/** An instant of a recording, as OpenTelemetry has it. */
export function instant(startedAt: EpochMs, elapsed: number): HrTime {
  const us = startedAt * 1000 + elapsed;
  return [Math.floor(us / 1_000_000), (us % 1_000_000) * 1000];
}

/** The data that all spans of a recording share. */
export interface SpanSource {
  readonly startedAt: EpochMs;
  readonly trace: (session: string | undefined) => string;
  readonly resource: () => Resource;
  readonly scope: InstrumentationScope;
}

/** `failure`: the reason, if it failed. */
export function endSpan(
  { startedAt, trace, resource, scope }: SpanSource,
  { id, parent, session, name, kind, elapsed, attributes, links, events, droppedEvents }: GrowingSpan,
  until: number,
  failure?: string,
): ReadableSpan {
  const context = (spanId: string) => ({ traceId: trace(session), spanId, traceFlags: TraceFlags.SAMPLED });
  return {
    name: shortValue(name),
    kind,
    spanContext: () => context(id),
    ...(parent === undefined ? {} : { parentSpanContext: context(parent) }),
    startTime: instant(startedAt, elapsed),
    endTime: instant(startedAt, until),
    duration: [Math.floor((until - elapsed) / 1_000_000), ((until - elapsed) % 1_000_000) * 1000],
    status: failure === undefined ? { code: SpanStatusCode.UNSET } : { code: SpanStatusCode.ERROR, message: failure },
    attributes,
    links,
    events,
    ended: true,
    resource: resource(),
    instrumentationScope: scope,
    droppedAttributesCount: 0,
    droppedEventsCount: droppedEvents,
    droppedLinksCount: 0,
  };
}
