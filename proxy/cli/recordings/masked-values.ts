import { AcptapError } from '#core/errors.ts';
import { createRedactor } from '#core/redaction/redact.ts';
import type { Recording } from './recording.ts';
import type { MaskedRow } from '../render/masked-table.ts';

/** Lists the places that redacting masks, in all entries or those of `seqs`. `reveal`: with the secret values. */
export function* maskedValues(
  { header, entries, entryAt }: Recording,
  { seqs, reveal = false }: { readonly seqs?: ReadonlySet<number> | undefined; readonly reveal?: boolean | undefined },
): Generator<MaskedRow> {
  const redactor = createRedactor(header, entryAt);
  for (const entry of entries()) redactor.learn(entry);
  const rows: MaskedRow[] = [];
  const add = (masked: MaskedRow, value: string) => rows.push(reveal ? { ...masked, value } : masked);
  redactor.header(header, add);
  yield* rows.splice(0);
  for (const entry of entries()) {
    if (seqs && !seqs.has(entry.seq)) continue;
    redactor.entry(entry, add);
    yield* rows.splice(0);
  }
}

/** @throws {AcptapError} `usage` if the values would go to a file or a pipe. */
export function requireTerminal(reveal: boolean | undefined): void {
  if (reveal && !process.stdout.isTTY)
    throw new AcptapError('usage', '--reveal prints secrets, so it needs a terminal: stdout is a file or a pipe');
}
