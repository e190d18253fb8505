import { epochMs, type EpochMs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';

/** How a recording ended, derived from its entries. */
export interface FileEnd {
  readonly state: 'ended' | 'interrupted';
  readonly endedAt: EpochMs;
  readonly exit: Exit | undefined;
  /** True if the agent ended by itself, so absent messages are really missing. */
  readonly isOrderly: boolean;
}

/** Derives the end of a recording file from its entries, applied in order. A file is never live. */
export function createFileEnd({ startedAt }: Pick<RecordingHeader, 'startedAt'>) {
  let exit: Exit | undefined;
  let last: Entry | undefined;
  return {
    apply(entry: Entry): void {
      exit = exitOf(entry) ?? exit;
      last = entry;
    },
    end(): FileEnd {
      const isInterrupted = last?.kind === 'event' && last.event.event === 'interrupted';
      return {
        state: isInterrupted ? 'interrupted' : 'ended',
        endedAt: epochMs(startedAt + Math.round((last?.elapsed ?? 0) / 1000)),
        exit,
        isOrderly: !isInterrupted && exit?.signal === null,
      };
    },
  };
}
