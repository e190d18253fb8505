import { createCanonical } from '#core/canonical/canonical.ts';
import { AcptapError } from '#core/errors.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { endOf } from '#core/rules/engine/judge-recording.ts';
import type { ShareForm } from '#core/contract/share.ts';
import { maskedValuesIn } from '#core/share/masked-values-in.ts';
import type { ShareWriter } from '#core/share/share-form.ts';
import { createShareWriter } from '#core/share/share-writer.ts';
import { createTraceEvents } from '#core/share/trace-events.ts';
import { seenByClient } from '#core/wire/crossings.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { escapeUnseen } from '#core/wire/visible.ts';
import { maskedValues, requireTerminal } from '../recordings/masked-values.ts';
import { exportedPage } from '../../server/exported-page.ts';
import { offlineTemplate } from '../offline-template.ts';
import { readQuery, explainUnmatched } from '../recordings/read-query.ts';
import { printAll, warn } from '../output/output.ts';
import { readable, type Readable } from '../recordings/readable.ts';
import type { Recording } from '../recordings/recording.ts';
import { openRecording } from '../recordings/find-recording.ts';
import { progressBeside } from '../output/progress.ts';
import { maskedSummary, maskedTable, type MaskedRow } from '../render/masked-table.ts';
import { isForm, type ExportFormat } from '../render/export-formats.ts';
import { toJsonText } from '../render/json.ts';
import { version } from '../version.gen.ts';
import { writeOut } from '../output/write-out.ts';

export interface ExportOptions {
  readonly output?: string;
  readonly format: ExportFormat;
  readonly filter?: string;
  readonly entry?: number;
  readonly redact: boolean;
  readonly canonical?: boolean;
  readonly timing?: boolean;
  readonly content?: boolean;
  readonly dryRun?: boolean;
  readonly reveal?: boolean;
  readonly json?: boolean;
}

/** `export REF`: writes a recording as an `.acp.jsonl` file, as a self-contained page, or as a text about it. */
export async function exportRecording(ref: string, options: ExportOptions): Promise<void> {
  requireDryRun(options);
  const { format, filter, entry, output, canonical = false, timing = false, content = false } = options;
  if (filter !== undefined && format !== 'jsonl' && format !== 'mermaid')
    throw new AcptapError(
      'usage',
      `--filter is for --format jsonl and mermaid: ${format} always has the whole recording`,
    );
  if (entry !== undefined && format !== 'markdown')
    throw new AcptapError('usage', '--entry is for --format markdown: the entry that the issue describes');
  if (canonical && format !== 'jsonl')
    throw new AcptapError('usage', `--canonical is for --format jsonl: ${format} is not a recording file`);
  if (canonical && filter !== undefined)
    throw new AcptapError('usage', '--canonical needs the whole recording: leave out --filter');
  if (timing && !canonical)
    throw new AcptapError('usage', '--timing is for --canonical: a recording file keeps its times without it');
  if (content && format !== 'otlp')
    throw new AcptapError('usage', `--content is for --format otlp: ${format} always has contents`);
  const query = filter === undefined ? undefined : await readQuery(filter);
  const recording = await openRecording(ref, progressBeside(ref, output === undefined));
  try {
    if (entry !== undefined && !recording.row(entry))
      throw new AcptapError('usage', `there is no entry ${entry}: the recording has ${recording.summary().total}`);
    const seqs = query && recording.matching(query);
    if (isEmpty(recording.entries())) throw nothing(`${ref} has no entries`);
    if (seqs?.size === 0) throw nothing(`no entry of ${ref} matches ${filter}${explainUnmatched(filter ?? '')}`);
    if (options.dryRun) return await printMasked(recording, options, seqs);
    const pieces = await contentOf(recording, options, seqs);
    if (output === undefined) await printAll(process.stdout.isTTY ? escaped(pieces) : pieces);
    else await writeOut(output, pieces);
    if (output !== undefined && process.stderr.isTTY) warn(`wrote ${output}`);
  } finally {
    recording.close();
  }
}

/** Escapes what a terminal would obey. A recording file keeps its meaning, because the escapes are those of JSON. */
async function* escaped(content: Iterable<string> | AsyncIterable<string>): AsyncGenerator<string> {
  for await (const piece of content) yield escapeUnseen(piece);
}

function requireDryRun({ dryRun = false, reveal, json, redact }: ExportOptions): void {
  if (reveal && !dryRun) throw new AcptapError('usage', '--reveal is for --dry-run');
  if (json && !dryRun)
    throw new AcptapError('usage', '--json is for --dry-run: use --format for the form of the export');
  if (dryRun && !redact)
    throw new AcptapError('usage', '--dry-run lists what redacting replaces: leave out --no-redact');
  requireTerminal(reveal);
}

/** Lists the values in the export that redacting would replace. */
async function printMasked(
  recording: Recording,
  options: ExportOptions,
  seqs: ReadonlySet<number> | undefined,
): Promise<void> {
  const { format, reveal } = options;
  const all = [...maskedValues(recording, { seqs, reveal })];
  let rows: readonly MaskedRow[] = all;
  if (isForm(format)) {
    const redacted = readable(recording, true);
    rows = maskedValuesIn(all, shared(format, redacted, options, seqs), redacted.header);
  }
  if (options.json) await printAll(rows.map((row) => `${toJsonText(row)}\n`));
  else await printAll([maskedTable(rows), maskedSummary(rows)]);
}

const isEmpty = (entries: Iterable<Entry>): boolean => entries[Symbol.iterator]().next().done === true;

const nothing = (why: string) => new AcptapError('usage', `there is nothing to export: ${why}`);

async function contentOf(
  recording: Recording,
  options: ExportOptions,
  seqs: ReadonlySet<number> | undefined,
): Promise<Iterable<string> | AsyncIterable<string>> {
  const { format, redact, canonical = false, timing = false, content = false } = options;
  if (format === 'otlp' && !content) return traces(recording, recording, content); // nothing in it to redact
  const readings = readable(recording, redact);
  const { header, entries } = readings;
  if (isForm(format)) {
    const writer = shared(format, readings, options, seqs);
    return writer.parts?.() ?? [writer.text()];
  }
  switch (format) {
    case 'jsonl':
      return canonical ? canonicalLines(header, entries, timing) : lines(header, entries(), seqs);
    case 'html':
      return exportedPage(offlineTemplate('recording'), header.id, lines(header, entries(), undefined));
    case 'perfetto':
      return createTraceEvents(header)(entries());
    case 'otlp':
      return traces(recording, readings, content);
  }
}

async function traces({ summary }: Recording, { header, entries }: Readable, withContent: boolean) {
  const { createTelemetry } = await import('../../telemetry/telemetry.ts');
  const { otlpLines } = await import('../../telemetry/otlp-lines.ts');
  return otlpLines(createTelemetry(header, { version, withContent }), entries(), endOf(summary()));
}

function shared(
  format: ShareForm,
  { header, entries, entryAt }: Readable,
  { entry }: ExportOptions,
  seqs: ReadonlySet<number> | undefined,
): ShareWriter {
  const writer = createShareWriter(format, {
    header,
    entryAt,
    isSelected: (seq) => seqs?.has(seq) ?? true,
    selected: entry,
  });
  for (const each of entries()) writer.apply(each);
  return writer;
}

function* lines(
  header: RecordingHeader,
  entries: Iterable<Entry>,
  seqs: ReadonlySet<number> | undefined,
): Generator<string> {
  yield encodeHeader(header);
  for (const entry of entries) if (!seqs || seqs.has(entry.seq)) yield encodeEntry(entry);
}

/**
 * Reads the recording twice: an id may appear before the place that identifies it. Where acptap took part, writes what
 * the client saw.
 */
function* canonicalLines(header: RecordingHeader, all: () => Iterable<Entry>, timing: boolean): Generator<string> {
  const entries = () => seenByClient(all());
  const canonical = createCanonical(header, { timing });
  for (const entry of entries()) canonical.learn(entry);
  yield encodeHeader(canonical.header());
  for (const entry of entries()) {
    const written = canonical.entry(entry);
    if (written) yield encodeEntry(written);
  }
}
