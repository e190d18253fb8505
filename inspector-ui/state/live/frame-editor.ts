import { signal, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { reasonOf } from '../../backends/backend.ts';

export interface FramePorts {
  /** The frame to begin with. */
  readonly load?: () => Promise<Uint8Array>;
  readonly judge: (line: Uint8Array, aborted: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Returns why it was not done. */
  readonly deliver: (line: Uint8Array) => Promise<string | undefined>;
}

/** A text that is to be delivered as a frame, with what the rules find in it. */
export function createFrameEditor({ load, judge, deliver }: FramePorts) {
  const received = signal<string | undefined>(undefined);
  const text = signal('');
  const problem = signal('');
  const findings = signal<readonly FindingDetail[]>([]);
  const closed = new AbortController();
  let isJudging = false;
  let judged: string | undefined = '';

  /** One text at a time: the newest when the answer to the one before has come. */
  async function judgeNewest(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    while (judged !== text.peek() && !closed.signal.aborted) {
      const now = text.peek();
      judged = now;
      const line = toLine(now);
      const found = line === undefined ? [] : await judge(toFrame(line), closed.signal).catch(() => []);
      if (judged === text.peek()) findings.value = found;
    }
    isJudging = false;
  }

  /** After a change of what it is judged against. */
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
      const shown = toReadable((decodeUtf8(await read()) ?? '').trimEnd());
      received.value = shown;
      write(shown);
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
    /** Returns whether it was delivered. */
    async deliver(): Promise<boolean> {
      const line = toLine(text.peek());
      problem.value =
        line === undefined ? 'A frame that is no JSON is one line.' : ((await deliver(toFrame(line))) ?? '');
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
