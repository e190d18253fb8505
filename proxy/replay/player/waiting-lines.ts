import type { ClientLine } from '../playbook/playbook.ts';

interface Queue {
  readonly lines: ClientLine[];
  /** By position: where to search next when the line there has come. Searching shortens these paths. */
  readonly after: number[];
}

/**
 * Queues of the recorded client's lines; each gives the lines that still wait, in order. Skips all adjoining lines that
 * have come in one step: a client that sends out of order leaves many of them.
 */
export function createWaitingLines(isWaiting: (line: ClientLine) => boolean) {
  const queues = new Map<string, Queue>();

  /** The first position from `start` on with a waiting line; the length of the queue without one. */
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
    /** The first waiting line of a queue. */
    next(key: string): ClientLine | undefined {
      const queue = queues.get(key);
      return queue?.lines[find(queue, 0)];
    },
    /** The first `most` waiting lines, or all. */
    *first(key: string, most = Number.POSITIVE_INFINITY): Generator<ClientLine> {
      const queue = queues.get(key);
      if (!queue) return;
      for (let position = find(queue, 0), seen = 0; seen < most; position = find(queue, position + 1), seen++) {
        const line = queue.lines[position];
        if (!line) return;
        yield line;
      }
    },
    /** Forgets the shortened paths, because a line that had come waits again. */
    again(): void {
      for (const { after } of queues.values()) after.forEach((_, position) => (after[position] = position + 1));
    },
  };
}
