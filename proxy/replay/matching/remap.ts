import { mapItems } from '#core/json/json-items.ts';
import { mapStrings, type StringPath } from '#core/json/json-strings.ts';
import { valueAt } from '#core/json/json.ts';
import { holdsPath, type FolderMap, type FolderPair } from '#core/protocol/folder-map.ts';
import { isElicitation } from '#core/protocol/method-traits.ts';
import { idKindByEnding, runIdKind } from '#core/protocol/run-ids.ts';
import { decodeUtf8, encodeUtf8 } from '#core/wire/bytes.ts';
import { decodeText } from '#core/wire/decode-frame.ts';
import { lastMember, replaceMember, toIdToken, type IdToken } from '#core/wire/request-id.ts';
import type { AgentLine, PlayedMessage } from '../playbook/playbook.ts';
import { createFolders } from './folders.ts';
import type { ToRecorded } from './normalise.ts';

/** The id of a request as its sender wrote it, digit for digit. */
export type RawId = string;

/** Content of the agent or the model: never changed. */
const OPAQUE = new Set(['_meta', 'rawInput', 'rawOutput']);

/**
 * Maps what the live client names differently: requests, sessions, terminals, folders. Patches only those tokens in the
 * agent's frames; every other byte stays.
 */
export function createRemap(options: { readonly mapText: boolean }) {
  const ids = new Map<IdToken, RawId>(); // requests of the client: recorded → live, the latest of each
  const sessions = { toLive: new Map<string, string>(), toRecorded: new Map<string, string>() };
  const terminals = new Map<number, Map<string, string>>(); // by lane: recorded → live
  const folders = new Map<number, ReturnType<typeof createFolders>>();
  const everyFolder = createFolders();
  const names = new Map<string, string>(); // other names of the agent: tool calls, messages, plans
  const asCalled = new Map<number, Names>(); // by client line: the name of its session, once a session has a second id
  let copies = 0;

  /** The client's name of the session in a line's request; a session that it opened twice has two ids. */
  function sessionOf({ main, messages }: AgentLine): Names {
    const answer = messages.find((said) => said.kind === 'response' && said.to !== undefined);
    const request = answer?.kind === 'response' ? answer.to : main;
    return (request === undefined ? undefined : asCalled.get(request)) ?? NONE;
  }

  const foldersOf = (lane: number) => folders.get(lane) ?? everyFolder; // lane 0 has no folders of its own

  const namesStrings = (lane: number): boolean =>
    sessions.toLive.size > 0 || names.size > 0 || terminals.has(lane) || !foldersOf(lane).toLive.isEmpty();

  /** Whether a message has the id of a client's request. The agent's own ids are played as recorded. */
  const namesIds = (said: PlayedMessage): boolean =>
    said.kind === 'response' || (said.kind === 'request' && isElicitation(said.method));

  function patchStrings(text: string, lane: number, own: Names): string {
    if (own.size === 0 && !namesStrings(lane)) return text;
    const { toLive } = foldersOf(lane);
    const made = terminals.get(lane) ?? NONE;
    if (!mayName(text, toLive, [sessions.toLive, own, names, made])) return text;
    return mapStrings(text, (value, path) => {
      const name = nameOf(path);
      const isOpaque = path.some((one) => OPAQUE.has(one));
      if (!isOpaque) {
        const kind = runIdKind(name);
        if (kind === 'session') return own.get(value) ?? sessions.toLive.get(value) ?? value;
        if (kind === 'terminal') return made.get(value) ?? names.get(value) ?? value;
        if (names.size > 0 && idKindByEnding(name) !== undefined) return names.get(value) ?? value;
        if (holdsPath(name, value)) return toLive.path(value);
      }
      return options.mapText ? toLive.text(value) : value;
    });
  }

  /** Searches for the few names first, because reading a frame string by string costs more. Escapes may hide names. */
  function mayName(text: string, paths: FolderMap, known: readonly Names[]): boolean {
    if (text.includes(String.raw`\u`) || text.includes(String.raw`\/`) || paths.mayName(text)) return true;
    for (const each of known)
      for (const [name] of each) if (text.includes(JSON.stringify(name).slice(1, -1))) return true;
    return false;
  }

  /** Patches the ids of one message; its strings are mapped already. */
  function patchIds(text: string, said: PlayedMessage | undefined, liveId: LiveIds): string {
    switch (said?.kind) {
      case 'response': {
        if (said.id === undefined) return text;
        const live = (said.to === undefined ? undefined : liveId(said.to)) ?? ids.get(said.id);
        return live === undefined || live === said.id ? text : replaceMember(text, 'id', live);
      }
      case 'request':
        return isElicitation(said.method) ? patchParam(text, 'requestId', ids) : text;
      case 'notification':
      case undefined:
        return text;
    }
  }

  return {
    /** The frame for the live client; the recorded bytes themselves where nothing is named differently. */
    toLive(line: AgentLine, liveId: LiveIds): Uint8Array {
      const own = sessionOf(line);
      if (!line.messages.some(namesIds) && (line.messages.length === 0 || (own.size === 0 && !namesStrings(line.lane))))
        return line.bytes;
      const text = decodeUtf8(line.bytes);
      if (text === undefined) return line.bytes;
      const strings = patchStrings(text, line.lane, own);
      const isBatch = /^\ufeff?\s*\[/.test(strings);
      let said = 0; // items that are not a message are not in `messages`
      const patched = isBatch
        ? mapItems(strings, (item) => (isMessage(item) ? patchIds(item, line.messages[said++], liveId) : item))
        : patchIds(strings, line.messages[0], liveId);
      return patched === text ? line.bytes : encodeUtf8(patched);
    },

    /** Returns functions that map the client's names in a lane to the recorded names. */
    toRecorded(lane: number): ToRecorded {
      const { path, text } = foldersOf(lane).toRecorded;
      return {
        session: (id) => sessions.toRecorded.get(id) ?? id,
        path,
        text,
        terminal: (id) => [...(terminals.get(lane) ?? [])].find(([, live]) => live === id)?.[0] ?? id,
      };
    },

    recordedSession: (live: string): string => sessions.toRecorded.get(live) ?? live,
    /** `line` decides between the names of a session that the client opened twice. */
    liveSession: (recorded: string, line?: AgentLine): string =>
      (line && sessionOf(line).get(recorded)) ?? sessions.toLive.get(recorded) ?? recorded,

    bindRequest: (recorded: IdToken, live: RawId): void => void ids.set(recorded, live),
    /** Maps the name of a tool call, a message or a plan. */
    bindName: (recorded: string, live: string): void => void names.set(recorded, live),
    /** `request` is the client line that names the session, if there is one. */
    bindSession(recorded: string, live: string, request?: number): void {
      if (request !== undefined && copies > 0) asCalled.set(request, new Map([[recorded, live]]));
      if (recorded === live) return;
      sessions.toLive.set(recorded, live);
      sessions.toRecorded.set(live, recorded);
    },
    /** Exchanges the client's names of two recorded sessions. */
    exchangeSessions(one: string, other: string): void {
      const [first, second] = [sessions.toLive.get(one) ?? one, sessions.toLive.get(other) ?? other];
      for (const [recorded, live] of [[one, second] as const, [other, first] as const]) {
        sessions.toLive.set(recorded, live);
        sessions.toRecorded.set(live, recorded);
      }
    },
    /** Puts a second id for a session that the client already has into this answer. Both ids mean the same session. */
    renameSession(answer: Uint8Array): Uint8Array {
      const text = mapStrings(decodeUtf8(answer) ?? '', (value, path) => {
        if (path.length !== 2 || path[0] !== 'result' || path[1] !== 'sessionId') return value;
        const name = `${value}-${(copies += 1) + 1}`;
        sessions.toRecorded.set(name, sessions.toRecorded.get(value) ?? value);
        return name;
      });
      return encodeUtf8(text);
    },
    bindTerminal(lane: number, recorded: string, live: string): void {
      const own = terminals.get(lane) ?? new Map<string, string>();
      if (recorded === live) own.delete(recorded);
      else own.set(recorded, live);
      if (own.size > 0) terminals.set(lane, own);
      else terminals.delete(lane);
    },
    forgetFolders: (lane: number): void => void folders.delete(lane),
    bindFolder(lane: number, pair: FolderPair | undefined): void {
      if (!pair) return;
      const own = folders.get(lane) ?? createFolders();
      folders.set(lane, own);
      own.bind(pair);
      everyFolder.bind(pair);
    },
  };
}

/** Recorded → live. */
type Names = ReadonlyMap<string, string>;

const NONE: Names = new Map();

/** The live id of a recorded request; undefined when the request has not come. */
export type LiveIds = (clientLine: number) => RawId | undefined;

function isMessage(item: string): boolean {
  const decoded = decodeText(item);
  return decoded.kind === 'json' && !decoded.batch && decoded.parts[0]?.message !== undefined;
}

/** The member name of a string; for an item, the name of its list. */
function nameOf(path: StringPath): string {
  for (let index = path.length - 1; index >= 0; index--) if (path[index] !== '') return path[index] ?? '';
  return '';
}

/** Replaces a request id in the params by the live one. */
function patchParam(text: string, name: string, known: ReadonlyMap<IdToken, string>): string {
  const params = lastMember(text, 'params');
  const value = params === undefined ? undefined : lastMember(params, name);
  if (params === undefined || value === undefined) return text;
  const token = toIdToken(valueAt({ value: JSON.parse(value) as unknown }, 'value'), () => `{"id":${value}}`);
  const live = token === undefined ? undefined : known.get(token);
  return live === undefined ? text : replaceMember(text, 'params', replaceMember(params, name, live));
}
