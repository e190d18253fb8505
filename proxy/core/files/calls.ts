import { stringAt, valueAt } from '#core/json/json.ts';
import type { CallName, FileProposal, FileOperation, Permitted } from '#core/model/files.ts';
import { writesFile } from '#core/protocol/method-traits.ts';
import { setNewest } from '#core/set-newest.ts';
import type { FileMessage } from './file-message.ts';

type Mutable<T> = T extends unknown ? { -readonly [member in keyof T]: T[member] } : never;

export type GrowingOperation = Mutable<FileOperation>;

/** A file in a tool call. */
export interface CallFile {
  readonly path: string;
  proposal: (GrowingOperation & Mutable<FileProposal>) | undefined;
  mention: GrowingOperation | undefined;
  isWritten: boolean;
  /** True if the locations or the content of the call name the file. */
  isListed: boolean;
}

/** The facts about a tool call that operations on files need. */
export interface Call {
  /** Operations refer to it, so its members change in place. */
  readonly name: Mutable<CallName>;
  readonly session: string | undefined;
  readonly turn: number | undefined;
  readonly files: Map<string, CallFile>;
  permission: Mutable<Permitted>;
  isSettled: boolean;
  isCommand: boolean;
}

/** The most calls to keep. Requests rarely belong to older ones. */
const MAX_CALLS = 512;

/** The latest tool calls, by group. */
export function createCalls() {
  const calls = new Map<number, Call>();

  return {
    /** Applies the members of an update or a permission request to its call, and returns the call. */
    update(message: FileMessage, members: unknown): Call {
      const { group, seq, session, turn } = message;
      const call: Call = calls.get(group) ?? {
        name: { id: null, title: null, kind: null, status: null, group, first: seq },
        session,
        turn,
        files: new Map(),
        permission: { permission: null, asked: null, isByAcptap: false },
        isSettled: false,
        isCommand: false,
      };
      setNewest(calls, group, call, MAX_CALLS);
      const { name } = call;
      name.id = stringAt(members, 'toolCallId') ?? name.id;
      for (const member of ['title', 'kind', 'status'] as const)
        name[member] = stringAt(members, member) ?? name[member];
      return call;
    },

    /**
     * The call of a file request: the call of its group, or the newest running call of its turn that names the file. A write
     * may also belong to a call that has ended: an agent may write what a person refused.
     */
    callOfRequest({ group, session, turn, method }: FileMessage, key: string): Call | undefined {
      const known = calls.get(group);
      if (known) return known;
      const named = [...calls.values()].filter(
        (call) => call.session === session && call.turn === turn && call.files.has(key),
      );
      return named.findLast(({ isSettled }) => !isSettled) ?? (writesFile(method) ? named.at(-1) : undefined);
    },

    ofGroup: (group: number): Call | undefined => calls.get(group),
  };
}

/** The file of a call, known or new. */
export function fileIn({ files }: Call, key: string, path: string): CallFile {
  const file = files.get(key) ?? { path, proposal: undefined, mention: undefined, isWritten: false, isListed: false };
  files.set(key, file);
  return file;
}

/** The paths of the locations of a tool call. */
export function locationsIn(members: unknown): readonly string[] {
  const locations = valueAt(members, 'locations');
  return Array.isArray(locations) ? locations.flatMap((location) => stringAt(location, 'path') || []) : [];
}

/** Kinds of calls that change files, whether they list them or not. */
const CHANGING: ReadonlySet<string | null> = new Set(['edit', 'delete', 'move']);

/** True if the permission of a call is about this file. A permission to run a command, say, permits no write. */
export function covers({ files, name, permission }: Call, key: string): boolean {
  if (files.get(key)?.isListed) return true;
  const listsNone = [...files.values()].every(({ isListed }) => !isListed);
  return listsNone && (permission.permission !== 'allowed' || CHANGING.has(name.kind));
}
