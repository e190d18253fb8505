import { createTrace, type TraceEvent } from '#core/trace/trace.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

/** Folds a transcript: every event in order, every traced message, and the trace as it is at the end. */
export function foldTranscript(transcript: string) {
  const trace = createTrace();
  const steps = parseTranscript(transcript).map((entry) => trace.apply(entry));
  const trouble = steps.find((step) => step.trouble !== undefined);
  if (trouble) throw new Error(`entry ${trouble.entry.seq} could not be read: ${trouble.trouble}`);
  return {
    trace,
    steps,
    events: steps.flatMap(({ events }) => events),
    messages: steps.flatMap(({ messages }) => messages),
  };
}

/** The events of one kind that a transcript folds to. */
export const foldedEvents = <Kind extends TraceEvent['kind']>(transcript: string, kind: Kind) =>
  foldTranscript(transcript).events.filter(
    (event): event is Extract<TraceEvent, { kind: Kind }> => event.kind === kind,
  );
