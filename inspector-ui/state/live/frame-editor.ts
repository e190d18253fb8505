import { computed, signal, type ReadonlySignal } from '@preact/signals';
import type { FindingDetail } from '#core/model/finding.ts';
import { decodeUtf8 } from '#core/wire/bytes.ts';
import { toFrame, toOneLine } from '#core/wire/one-line.ts';
import { reasonOf } from '../../backends/backend.ts';
import { fromHexText, toHexText } from '../../text/hex.ts';

/** Where the frame comes from and goes to. */
export interface FramePorts {
  /** The received frame, to begin with. */
  readonly load?: () => Promise<Uint8Array>;
  /** The text to begin with where nothing was received. */
  readonly template?: () => Promise<string>;
  readonly judge: (line: Uint8Array, aborted: AbortSignal) => Promise<readonly FindingDetail[]>;
  /** Returns the reason if the line was not delivered. */
  readonly deliver: (line: Uint8Array) => Promise<string | undefined>;
  /** Clears a delivered text, for the next one. By default it stays. */
  readonly isCleared?: boolean;
}

/** The most bytes to show in hexadecimal: more would make the text field slow. */
const MAX_HEX_BYTES = 64 * 1024;

/** The text of a frame to deliver, as JSON or as bytes in hexadecimal digits, and the findings about it. */
export function createFrameEditor({ load, template, judge, deliver, isCleared = false }: FramePorts) {
  const loaded = signal<Uint8Array | undefined>(undefined);
  const isBytes = signal(false);
  const received = computed(() => loaded.value && toText(loaded.value, isBytes.value));
  const text = signal('');
  const problem = signal('');
  const findings = signal<readonly FindingDetail[]>([]);
  const closed = new AbortController();
  let isJudging = false;
  let judged: string | undefined = '';
  let isDelivering = false;

  /** Judges one text at a time: after each response, the newest text. */
  async function judgeNewest(): Promise<void> {
    if (isJudging) return;
    isJudging = true;
    while (judged !== text.peek() && !closed.signal.aborted) {
      const now = text.peek();
      judged = now;
      const frame = read(now);
      const found = typeof frame === 'string' ? [] : await findingsOf(frame);
      if (judged === text.peek()) findings.value = found;
    }
    isJudging = false;
  }

  async function findingsOf(frame: Uint8Array): Promise<readonly FindingDetail[]> {
    try {
      return await judge(frame, closed.signal);
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

  /** The frame of a text, or what is wrong with it. */
  function read(now: string): Uint8Array | string {
    if (isBytes.peek()) return fromHexText(now) ?? 'Bytes are pairs of hexadecimal digits.';
    const line = toOneLine(now) ?? now.trimEnd();
    return line.includes('\n') ? 'A frame that is not JSON is one line.' : toFrame(line);
  }

  async function begin(): Promise<void> {
    try {
      const first = template && toReadable(await template());
      if (first && text.peek() === '') write(first);
      if (!load) return;
      loaded.value = await load();
      if (text.peek() !== '') return; // the user has written meanwhile
      isBytes.value = decodeUtf8(loaded.value) === undefined;
      write(received.value ?? '');
    } catch (error) {
      problem.value = reasonOf(error);
    }
  }
  void begin();

  /** Shows the same frame as bytes, or as text again. */
  function showBytes(next: boolean): void {
    const frame = text.peek().trim() === '' ? new Uint8Array() : read(text.peek());
    if (typeof frame === 'string') problem.value = frame;
    else if (next && frame.length > MAX_HEX_BYTES)
      problem.value = `Only frames up to ${MAX_HEX_BYTES / 1024} KiB are shown as bytes.`;
    else if (!next && decodeUtf8(frame) === undefined)
      problem.value = 'These bytes are not UTF-8, so there is no text of them.';
    else {
      isBytes.value = next;
      write(toText(frame, next));
    }
  }

  return {
    /** The frame to begin with; undefined until it has arrived. */
    received,
    isBytes: isBytes as ReadonlySignal<boolean>,
    showBytes,
    text: text as ReadonlySignal<string>,
    /** Why the frame was not loaded, judged or delivered; empty if nothing is wrong. */
    problem: problem as ReadonlySignal<string>,
    findings: findings as ReadonlySignal<readonly FindingDetail[]>,
    write,
    judgeAgain,
    reset: () => write(received.peek() ?? ''),
    /** Returns whether it was delivered, and the editor is still open. Ignored while a text is on its way. */
    async deliver(): Promise<boolean> {
      if (isDelivering) return false;
      const sent = text.peek();
      const frame = sent.trim() === '' ? 'There is no frame yet.' : read(sent);
      if (typeof frame === 'string') {
        problem.value = frame;
        return false;
      }
      isDelivering = true;
      problem.value = (await deliver(frame)) ?? '';
      isDelivering = false;
      if (isCleared && problem.value === '' && text.peek() === sent) write('');
      return problem.value === '' && !closed.signal.aborted;
    },
    close: () => closed.abort(),
  };
}

export type FrameEditor = ReturnType<typeof createFrameEditor>;

const toText = (frame: Uint8Array, isBytes: boolean): string =>
  isBytes ? toHexText(frame) : toReadable((decodeUtf8(frame) ?? '').trimEnd());

/** Indented, if every token stays as it was written. */
function toReadable(text: string): string {
  const line = toOneLine(text);
  if (line === undefined) return text;
  const readable = JSON.stringify(JSON.parse(line), undefined, 2);
  return toOneLine(readable) === line ? readable : text;
}
