import { signal, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { reasonOf } from '../../backends/backend.ts';

/** Where the frame comes from and goes to. */
export interface FramePorts {
  /** The frame to begin with. */
  readonly load?: () => Promise<Uint8Array>;
  readonly judge: (line: Uint8Array, aborted: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Returns why it was not done. */
  readonly deliver: (line: Uint8Array) => Promise<string | undefined>;
}

/** The text of a frame to deliver, and the findings about it. */
export function createFrameEditor({ load, judge, deliver }: FramePorts) {
  const received = signal<string | undefined>(undefined);
  const text = signal('');
  const problem = signal('');
  const findings = signal<readonly FindingDetail[]>([]);
  const closed = new AbortController();
  let isJudging = false;
  let judged: string | undefined = '';
  let isDelivering = false;

  /** One text at a time: the newest when the answer to the one before has come. */
  async function judgeNewest(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    while (judged !== text.peek() && !closed.signal.aborted) {
      const now = text.peek();
      judged = now;
      const line = toLine(now);
      const found = line === undefined ? [] : await findingsOf(line);
      if (judged === text.peek()) findings.value = found;
    }
    isJudging = false;
  }

  async function findingsOf(line: string): Promise<readonly FindingDetail[]> {
    try {
      return await judge(toFrame(line), closed.signal);
    } catch (error) {
      if (!closed.signal.aborted) problem.value = `The rules could not be applied: ${reasonOf(error)}`;
      return [];
    }
  }

  /** Judges the same text again, for another receiver. */
  function judgeAgain(): void {
    judged = undefined;
    void judgeNewest();
  }

  function write(next: string): void {
    text.value = next;
    problem.value = '';
    void judgeNewest();
  }

  async function begin(read: () => Promise<Uint8Array>): Promise<void> {
    try {
      const decoded = decodeUtf8(await read());
      const shown = toReadable((decoded ?? '').trimEnd());
      received.value = shown;
      write(shown);
      if (decoded === undefined) problem.value = 'The held frame is no UTF-8. Write another, or release or drop it.';
    } catch (error) {
      problem.value = reasonOf(error);
    }
  }
  if (load) void begin(load);

  return {
    /** The frame to begin with; undefined until it has arrived. */
    received: received as ReadonlySignal<string | undefined>,
    text: text as ReadonlySignal<string>,
    /** Why it was not delivered; empty if nothing is wrong. */
    problem: problem as ReadonlySignal<string>,
    findings: findings as ReadonlySignal<readonly FindingDetail[]>,
    write,
    judgeAgain,
    reset: () => write(received.peek() ?? ''),
    /** Returns whether it was delivered. Ignored while the same text is on its way. */
    async deliver(): Promise<boolean> {
      if (isDelivering) return false;
      const line = toLine(text.peek());
      if (line === undefined || line === '') {
        problem.value = line === '' ? 'There is no frame yet.' : 'A frame that is no JSON is one line.';
        return false;
      }
      isDelivering = true;
      problem.value = (await deliver(toFrame(line))) ?? '';
      isDelivering = false;
      return problem.value === '';
    },
    close: () => closed.abort(),
  };
}

export type FrameEditor = ReturnType<typeof createFrameEditor>;

function toLine(text: string): string | undefined {
  const line = toOneLine(text) ?? text.trimEnd();
  return line.includes('\n') ? undefined : line;
}

/** Indented, if every token stays as it was written. */
function toReadable(text: string): string {
  const line = toOneLine(text);
  if (line === undefined) return text;
  const readable = JSON.stringify(JSON.parse(line), undefined, 2);
  return toOneLine(readable) === line ? readable : text;
}
