import type { ClientLine } from './script.ts';

interface Queue {
  readonly lines: ClientLine[];
  /** By position: where to look next when the line there has come. Paths are shortened as they are walked. */
  readonly after: number[];
}

/**
 * Lines of the recorded client in queues, of which each gives those that still wait, in order. Lines that have come are passed over at
 * once, however many they are and wherever they stand: a client need not take them in turn.
 */
export function createWaitingLines(isWaiting: (line: ClientLine) => boolean) {
  const queues = new Map<string, Queue>();

  /** The first position from `start` on of which the line waits; the length of the queue where there is none. */
  function find({ lines, after }: Queue, start: number): number {
    let found = start;
    for (let line = lines[found]; line && !isWaiting(line); line = lines[found]) found = after[found] ?? found + 1;
    for (let position = start; position < found;) {
      const next = after[position] ?? found;
      after[position] = found;
      position = next;
    }
    return found;
  }

  return {
    add(key: string, line: ClientLine): void {
      const queue = queues.get(key) ?? { lines: [], after: [] };
      queues.set(key, queue);
      queue.lines.push(line);
      queue.after.push(queue.lines.length);
    },
    /** The first of a queue. */
    next(key: string): ClientLine | undefined {
      const queue = queues.get(key);
      return queue?.lines[find(queue, 0)];
    },
    /** So many of them, or all. */
    *first(key: string, most = Number.POSITIVE_INFINITY): Generator<ClientLine> {
      const queue = queues.get(key);
      if (!queue) return;
      for (let position = find(queue, 0), seen = 0; seen < most; position = find(queue, position + 1), seen++) {
        const line = queue.lines[position];
        if (!line) return;
        yield line;
      }
    },
    /** A line that had come waits again: what was learnt of who has come is forgotten. */
    again(): void {
      for (const { after } of queues.values()) after.forEach((_, position) => (after[position] = position + 1));
    },
  };
}
