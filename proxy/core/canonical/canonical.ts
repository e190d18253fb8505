import { isAbsolute } from '#core/text/is-absolute.ts';
import { elapsedUs, epochMs, seqOf } from '#core/units.ts';
import { encodeUtf8 } from '#core/wire/bytes.ts';
import { withComment } from '#core/wire/entry-comment.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { createCanonicalNames } from './canonical-names.ts';
import { createFrameReader } from './read-frame.ts';

export interface CanonicalOptions {
  /** Keeps the times. Without it, the time of an entry is its number. */
  readonly timing?: boolean;
}

/**
 * Makes a recording canonical: removes everything that differs from run to run, so that a new recording of the same
 * conversation is the same file. Needs two passes, because an id or a folder may appear before the place that
 * identifies it: call `learn` with every entry, then `entry` in the same order. A canonical recording stays
 * unchanged.
 */
export function createCanonical(header: RecordingHeader, options: CanonicalOptions = {}) {
  const names = createCanonicalNames(header.cwd, options.timing ? 'timed-file' : 'file');
  const [learning, writing] = [createFrameReader(), createFrameReader()];
  let count = 0;
  let isSettled = false;

  function settle(): void {
    if (!isSettled) names.settle();
    isSettled = true;
  }

  return {
    learn(entry: Entry): void {
      const frame = learning.apply(entry);
      if (frame) names.learn(frame);
    },

    /** Replaces the recording's header. Id and start time are constant. */
    header({ name, command, cwd, redacted, extra }: RecordingHeader = header): RecordingHeader {
      settle();
      return {
        id: 'canonical',
        ...(name === undefined ? {} : { name: names.text(name) }),
        startedAt: epochMs(0),
        command: command.map((word, index) => (index === 0 ? lastName(word) : withoutFolder(names.folder(word)))),
        cwd: names.folder(cwd),
        redacted,
        ...(extra === undefined ? {} : { extra }),
      };
    },

    /** Undefined for entries that a canonical recording leaves out. */
    entry(commented: Entry): Entry | undefined {
      settle();
      const entry = withoutComment(commented);
      const frame = writing.apply(entry);
      if (entry.kind === 'stderr') return undefined;
      const place = { seq: seqOf(count), elapsed: options.timing ? entry.elapsed : elapsedUs(count) };
      count += 1;
      if (entry.kind === 'event') return { ...entry, ...place, event: withoutPid(entry.event) };
      const text = frame && names.write(frame);
      return { ...entry, ...place, bytes: text === undefined ? entry.bytes : encodeUtf8(text) };
    },
  };
}

function withoutComment({ extra, ...entry }: Entry): Entry {
  const others = withComment(extra, null);
  return others === undefined ? entry : { ...entry, extra: others };
}

/** Makes a whole recording canonical. */
export function toCanonical(header: RecordingHeader, entries: readonly Entry[], options: CanonicalOptions = {}) {
  const canonical = createCanonical(header, options);
  for (const entry of entries) canonical.learn(entry);
  return { header: canonical.header(), entries: entries.flatMap((entry) => canonical.entry(entry) ?? []) };
}

/** Removes the folder of a program or script outside the known folders, because it differs between machines. */
const withoutFolder = (word: string): string => (word.startsWith('/acptap/') ? word : lastName(word));

const lastName = (path: string): string =>
  isAbsolute(path) ? (path.split(/[\\/]/).findLast((part) => part !== '') ?? path) : path;

function withoutPid({ pid: _pid, ...event }: { readonly event: string; readonly pid?: unknown }) {
  return event;
}
