import type { Masked } from '#core/redaction/redact.ts';
import type { RecordingHeader } from '#core/wire/entry.ts';
import type { ShareWriter } from './share-form.ts';

const PLACEHOLDER = /^\[redacted-\d+\]$/;

/** Returns the masked values that a text shows, of all that were masked on the way to it. `header`: the redacted one. */
export function maskedValuesIn<T extends Masked>(
  masked: readonly T[],
  { shows = () => true, text }: Pick<ShareWriter, 'shows' | 'text'>,
  header: RecordingHeader,
): readonly T[] {
  const written = text();
  const puts = new Set(written.match(/\[redacted-\d+\]/g));
  const headers = new Map<string, string | undefined>([
    ['cwd', header.cwd],
    ['name', header.name],
    ...header.command.map((word, index) => [`command[${index}]`, word] as const),
    ...(header.comments ?? []).map((comment, index) => [`comments[${index}]`, comment] as const),
  ]);
  return masked.filter(({ seq, place, put }) => {
    if (PLACEHOLDER.test(put) && !puts.has(put)) return false;
    return seq === undefined ? written.includes(headers.get(place) ?? put) : shows(seq);
  });
}
