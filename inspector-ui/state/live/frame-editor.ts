import { signal, type ReadonlySignal } from '@preact/signals';
import type { HeldFrame } from '#core/contract/control.ts';
import type { FindingDetail } from '#core/model/finding.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { reasonOf } from '../../backends/backend.ts';
import type { TakingPart } from './taking-part.ts';

/** The text that is delivered in place of a held frame, with what the rules find in it. */
export function createFrameEditor(
  { heldBytes, judge, settle }: Pick<TakingPart, 'heldBytes' | 'judge' | 'settle'>,
  recording: string,
  { number, from }: HeldFrame,
) {
  const received = signal<string | undefined>(undefined);
  const text = signal('');
  const problem = signal('');
  const findings = signal<readonly FindingDetail[]>([]);
  const closed = new AbortController();
  let isJudging = false;

  /** One text at a time: the newest when the answer to the one before has come. */
  async function judgeNewest(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    for (let judged: string | undefined; judged !== text.peek() && !closed.signal.aborted;) {
      judged = text.peek();
      const line = toLine(judged);
      const found =
        line === undefined ? [] : await judge(recording, from, toFrame(line), closed.signal).catch(() => []);
      if (judged === text.peek()) findings.value = found;
    }
    isJudging = false;
  }

  function write(next: string): void {
    text.value = next;
    problem.value = '';
    void judgeNewest();
  }

  heldBytes(recording, number).then(
    (bytes) => {
      const shown = toReadable((decodeUtf8(bytes) ?? '').trimEnd());
      received.value = shown;
      write(shown);
    },
    (error: unknown) => void (problem.value = reasonOf(error)),
  );

  return {
    /** The frame as it would go on by itself; undefined until it has arrived. */
    received: received as ReadonlySignal<string | undefined>,
    text: text as ReadonlySignal<string>,
    /** Why it was not delivered; empty if nothing is wrong. */
    problem: problem as ReadonlySignal<string>,
    findings: findings as ReadonlySignal<readonly FindingDetail[]>,
    write,
    reset: () => write(received.peek() ?? ''),
    /** Returns whether it was delivered. */
    async deliver(): Promise<boolean> {
      const line = toLine(text.peek());
      problem.value =
        line === undefined
          ? 'A frame that is no JSON is one line.'
          : ((await settle(recording, number, toFrame(line))) ?? '');
      return problem.value === '';
    },
    close: () => closed.abort(),
  };
}

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
