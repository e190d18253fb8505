import { writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { AcptapError } from '#core/errors.ts';
import type { Entry } from '#core/wire/entry.ts';
import { replayAgent, type ReplayReport } from '../../replay/as-agent.ts';
import { loadRecordingFile } from '../../replay/read-recording.ts';
import { print, warn } from '../output.ts';
import { findRecording, isFile, messageOf } from '../recordings.ts';

const TIMEOUT_MS = 30_000;

/** `replay REF`: the recorded agent on stdin and stdout. stdout is the wire; what there is to say goes to stderr. 1 on divergence. */
export async function replay(
  ref: string,
  { timeout = TIMEOUT_MS, report: path }: { timeout?: number; report?: string },
): Promise<0 | 1> {
  const { id, entries } = await load(ref);
  const agent = replayAgent(entries, { timeout });
  const input = Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>; // no encoding is set on stdin
  void input.pipeTo(agent.writable).catch(() => {}); // the report says how it went
  for await (const chunk of agent.readable) if (!(await print(chunk))) break; // the client reads no more
  const report = await agent.finished;
  process.stdin.destroy();
  for (const line of inWords(report)) warn(line);
  if (path !== undefined) writeReport(path, { recording: id, ...report });
  return report.outcome === 'diverged' ? 1 : 0;
}

/** A file is read without the database, so a fixture plays on any machine. */
async function load(ref: string): Promise<{ id: string; entries: readonly Entry[] }> {
  if (isFile(ref)) {
    const { header, entries } = await loadRecordingFile(ref);
    return { id: header.id, entries };
  }
  const { store, no, summary } = await findRecording(ref);
  try {
    return { id: summary.id, entries: [...store.read.entries(no)] };
  } finally {
    store.close();
  }
}

function inWords({ outcome, divergences, missingCapabilities, unused }: ReplayReport): readonly string[] {
  return [
    ...missingCapabilities.map(
      (name) => `the recorded agent needs the client capability ${name}, which this client does not advertise`,
    ),
    ...divergences.map(({ message, nearMisses }) =>
      nearMisses.length === 0
        ? message
        : `${message}; in the recording that is entry ${nearMisses.map(({ seq }) => seq).join(', ')}`,
    ),
    ...(outcome === 'incomplete'
      ? [`the client closed before the end of the recording; ${unused.length} of its recorded messages never came`]
      : []),
  ];
}

function writeReport(path: string, report: object): void {
  try {
    writeFileSync(path, `${JSON.stringify(report, undefined, 2)}\n`);
  } catch (cause) {
    throw new AcptapError('file-unusable', `cannot write the report ${path}: ${messageOf(cause)}`, { cause });
  }
}
