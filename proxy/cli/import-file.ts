import { AcptapError } from '#core/errors.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { createJudge } from '#core/rules/judge.ts';
import type { Finding } from '#core/rules/rule.ts';
import { createTrace, type Step } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';
import { elapsedUs, seqOf } from '#core/wire/units.ts';
import { readRecordingFile, type RecordingFile } from '../replay/read-recording.ts';
import type { Ending } from '../store/append.ts';
import type { StoredRecording } from '../store/read.ts';
import type { Store } from '../store/store.ts';

/** Entries a batch. */
const BATCH = 1000;

/**
 * Reads an `.acp.jsonl` file into a store. All of it or nothing.
 * @throws {AcptapError} what `readRecordingFile` throws; `file-unusable` for a recording that is there already.
 */
export async function importFile(store: Store, path: string): Promise<StoredRecording> {
  const file = await readRecordingFile(path);
  const { id } = file.header;
  if (store.read.find(id).some(({ summary }) => summary.id === id))
    throw new AcptapError(
      'file-unusable',
      `${path}: recording ${id} is in the database already; acptap rm ${id} removes it`,
    );
  return store.atomically(async () => {
    const { no } = store.write.begin(file.header);
    await appendAll(store, no, file);
    const summary = store.read.summary(no);
    if (!summary) throw new Error(`recording ${id} is not in the store it was written to`);
    return { no, summary };
  });
}

async function appendAll(store: Store, no: number, { header, entries }: RecordingFile): Promise<void> {
  const trace = createTrace();
  const judge = createJudge(catalogue);
  let steps: Step[] = [];
  let findings: Finding[] = [];
  let exit: Exit | undefined;
  let last: Entry | undefined;
  const flush = (end?: Ending) => {
    store.write.append(no, { steps, findings, handshake: trace.handshake(), from: 0, to: 0, ...(end ? { end } : {}) });
    [steps, findings] = [[], []];
  };

  for await (const entry of entries) {
    const step = trace.apply(entry);
    steps.push(step);
    findings.push(...judge.apply(step, trace));
    exit = exitOf(entry) ?? exit;
    last = entry;
    if (steps.length >= BATCH) flush();
  }
  const interrupted = last?.kind === 'event' && last.event.event === 'interrupted';
  const end = {
    orderly: !interrupted && exit?.signal === null,
    seq: last?.seq ?? seqOf(0),
    at: last?.at ?? elapsedUs(0),
  };
  findings.push(...judge.finish(end, trace));
  flush({ state: interrupted ? 'interrupted' : 'ended', endedAt: header.startedAt + Math.round(end.at / 1000), exit });
}
