import { createRedactor } from '#core/redaction/redact.ts';
import type { Recording } from './recording.ts';

export type Readable = Pick<Recording, 'header' | 'entries' | 'entryAt'>;

/** Reads the recording twice for redacting: a secret may appear before the place that identifies it. */
export function readable({ header, entries, entryAt }: Readable, redact: boolean): Readable {
  if (!redact) return { header, entries, entryAt };
  const redactor = createRedactor(header, entryAt);
  for (const entry of entries()) redactor.learn(entry);
  return {
    header: redactor.header(header),
    *entries() {
      for (const entry of entries()) yield redactor.entry(entry);
    },
    entryAt(seq) {
      const entry = entryAt(seq);
      return entry && redactor.entry(entry);
    },
  };
}
