import { stringAt } from '#core/json/json.ts';
import { paramsOf } from '#core/cards/card-message.ts';
import { replaysHistory } from '#core/protocol/method-traits.ts';
import { addNewest, setNewest } from '#core/set-newest.ts';
import type { FileMessage } from './file-message.ts';
import { toFilePath } from './file-path.ts';

/** More sessions than an agent has open. */
const MAX_SESSIONS = 1024;

/** The facts about sessions that operations on files need: folders, loaded history and lasting permissions. */
export function createFileSessions() {
  const folders = new Map<string, string>();
  const loaded = new Set<string>(); // without a turn of their own so far
  const lasting = new Map<string, number>();

  return {
    /** Takes the request that opens a session. `awaitAnswer` calls back with the response. */
    open(message: FileMessage, awaitAnswer: (apply: (answer: FileMessage) => void) => void): void {
      const params = paramsOf(message);
      const cwd = stringAt(params, 'cwd');
      const setFolder = (session: string | undefined) => {
        if (session !== undefined && cwd !== undefined) setNewest(folders, session, cwd, MAX_SESSIONS);
      };
      const known = stringAt(params, 'sessionId');
      if (known === undefined || !replaysHistory(message.method ?? ''))
        return awaitAnswer((answer) => setFolder(answer.session));
      setFolder(known);
      addNewest(loaded, known, MAX_SESSIONS);
    },
    /** True for a message from the history of a loaded session. The agent sends it before the first turn. */
    isHistory({ turn, session = '' }: FileMessage): boolean {
      if (turn !== undefined) loaded.delete(session);
      return loaded.has(session);
    },
    pathOf: ({ session = '' }: FileMessage, path: string): string => toFilePath(path, folders.get(session)),
    /** Call this for the request of a permission that lasts for the whole session. */
    allow({ session, seq }: FileMessage): void {
      if (session !== undefined) setNewest(lasting, session, seq, MAX_SESSIONS);
    },
    /** The `seq` of the last such request. */
    allowedAt: (session: string | undefined): number | undefined => lasting.get(session ?? ''),
  };
}
