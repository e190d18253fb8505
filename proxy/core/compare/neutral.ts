import { createFolderMap, pairFolders, PATH_MEMBERS } from '#core/protocol/folder-map.ts';
import { isObject } from '#core/wire/json.ts';
import { renderValue } from '#core/wire/render-value.ts';

/** JSON text in one spelling: members sorted, ids blanked out. `ids` are these, in the order of the text. */
export interface Piece {
  readonly text: string;
  readonly ids: readonly string[];
}

/**
 * What stands in a piece for an id, before the kind of thing that it names. No text of a peer has it: Unicode keeps it for uses like this.
 * Not NUL: a script that stands in a page must not have one.
 */
export const BLANK = '\ufdd0';

/** Members that hold ids a peer made up for this run, and what they name. Ids of modes, models and options are vocabulary: they stay. */
const IDS: Readonly<Record<string, string>> = {
  sessionId: 'session',
  senderSessionId: 'session',
  recipientSessionId: 'session',
  messageId: 'message',
  userMessageId: 'message',
  toolCallId: 'tool call',
  terminalId: 'terminal',
  requestId: 'request',
  elicitationId: 'elicitation',
  connectionId: 'connection',
  compactionId: 'compaction',
  planId: 'plan',
  cursor: 'cursor',
  nextCursor: 'cursor',
};

/** What differs from run to run and says nothing: private notes, token counts, times of day. */
const IGNORED: ReadonlySet<string> = new Set(['_meta', 'usage', 'updatedAt', 'createdAt', 'timestamp']);

/** What a model gave a tool, and what the tool gave back: every member counts, and none of them is ours to read. */
const OPAQUE: ReadonlySet<string> = new Set(['rawInput', 'rawOutput']);

/** Deeper than any message of ACP; what is below is compared by the beginning of its JSON. */
const DEEPEST = 100;
const DEEP_WIDTH = 4000;

/**
 * Brings what a recording says to a form in which two runs of the same thing are equal. The first working directory of a session is `.`,
 * later ones and the one the agent was started in have names. Sessions are told as they come.
 */
export function createNeutral(startedIn: string) {
  const folders = createFolderMap();
  let count = 0;

  function name(folder: string, to: string): boolean {
    const pair = pairFolders(folder, to);
    if (!pair || pair.from === '' || folders.get(pair.from)) return false; // the root is in every path: it is nobody's own
    folders.set(pair);
    return true;
  }
  const text = (value: string): string =>
    folders
      .text(value)
      .replaceAll(/\[redacted-\d{1,6}\]/g, '[redacted]') // numbered anew in every export
      .replaceAll(BLANK, '\u{fffd}');

  function write(value: unknown, member: string, isOpaque: boolean, depth: number, ids: string[]): string {
    const kind = !isOpaque && Object.hasOwn(IDS, member) ? IDS[member] : undefined;
    if (kind !== undefined && (typeof value === 'string' || typeof value === 'number')) {
      ids.push(`${kind} ${value}`);
      return JSON.stringify(`${BLANK}${kind}`);
    }
    if (typeof value === 'string')
      return JSON.stringify(isPath(member, value) ? text(folders.path(value)) : text(value));
    if (depth > DEEPEST) return JSON.stringify(renderValue(value, DEEP_WIDTH));
    if (Array.isArray(value))
      return `[${value.map((item) => write(item, member, isOpaque, depth + 1, ids)).join(',')}]`;
    if (!isObject(value)) return JSON.stringify(value) ?? 'null';
    const members = Object.keys(value)
      .filter((each) => value[each] !== undefined && (isOpaque || !IGNORED.has(each)))
      .toSorted()
      .map((each) => {
        const written = write(value[each], each, isOpaque || OPAQUE.has(each), depth + 1, ids);
        return `${JSON.stringify(text(each))}:${written}`;
      });
    return `{${members.join(',')}}`;
  }

  return {
    /** A session works there. */
    folder(path: string): void {
      if (name(path, count === 0 ? '.' : `{folder ${count + 1}}`)) count += 1;
      name(startedIn, '{start}'); // unless that is one of them, as it mostly is
    },
    text,
    piece(value: unknown, member = ''): Piece {
      const ids: string[] = [];
      return { text: write(value, member, OPAQUE.has(member), 0, ids), ids };
    },
  };
}

export type Neutral = ReturnType<typeof createNeutral>;

const isPath = (member: string, value: string) =>
  PATH_MEMBERS.has(member) || (member === 'uri' && value.startsWith('file://'));

/** An object of pieces, in the order given. */
export function joined(members: Iterable<readonly [name: string, piece: Piece]>): Piece {
  const all = [...members];
  return {
    text: `{${all.map(([name, { text }]) => `${JSON.stringify(name)}:${text}`).join(',')}}`,
    ids: all.flatMap(([, { ids }]) => ids),
  };
}
