import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { exitOf, type Exit } from '#core/wire/exit.ts';
import { epochMs, type EpochMs } from '#core/wire/units.ts';

/** How a recording ended, as its entries tell it. */
export interface FileEnd {
  readonly state: 'ended' | 'interrupted';
  readonly endedAt: EpochMs;
  readonly exit: Exit | undefined;
  /** The agent has ended by itself: what is missing is missing. */
  readonly isOrderly: boolean;
}

/** Reads how the recording of a file ended off its entries, told each in order. A file is never live. */
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
        endedAt: epochMs(startedAt + Math.round((last?.at ?? 0) / 1000)),
        exit,
        isOrderly: !isInterrupted && exit?.signal === null,
      };
    },
  };
}
