import { withComment } from '#core/wire/entry-comment.ts';
import { entryKey } from '../connection/entry-key.ts';
import type { Connection } from '../connection/open.ts';

/** Writes what people add to a recording and its entries: a pin, a name, comments. */
export function createMarkWriter(connection: Connection) {
  const setPin = connection.prepare(`UPDATE recording SET pinned = ? WHERE no = ?`);
  const setName = connection.prepare(`UPDATE recording SET given_name = ? WHERE no = ?`);
  const selectComments = connection.prepare(`SELECT comments FROM recording WHERE no = ?`).pluck();
  const setComments = connection.prepare(`UPDATE recording SET comments = ? WHERE no = ?`);

  const changeComments = connection.transaction((no: number, change: (before: readonly string[]) => string[]) => {
    const before = selectComments.get(no) as string | null | undefined;
    const after = change(JSON.parse(before ?? '[]') as string[]); // written here and by write.ts
    setComments.run(after.length > 0 ? JSON.stringify(after) : null, no);
  });

  const selectExtra = connection.prepare(`SELECT extra FROM entry WHERE place = ?`).pluck();
  const setExtra = connection.prepare(`UPDATE entry SET extra = ? WHERE place = ?`);
  const revise = connection.prepare(`UPDATE digest SET revision = revision + 1 WHERE recording = ?`);

  const commentEntry = connection.transaction((no: number, seq: number, text: string | null): boolean => {
    const place = entryKey(no, seq);
    const extra = selectExtra.get(place) as string | null | undefined;
    if (extra === undefined) return false;
    setExtra.run(withComment(extra, text) ?? null, place);
    revise.run(no); // pages read its rows again
    return true;
  });

  return {
    /** Gives an entry another comment; null takes it back. False if there is no such entry. */
    commentEntry: (no: number, seq: number, text: string | null): boolean => commentEntry.immediate(no, seq, text),
    /** Pruning never removes a pinned recording. */
    pin: (no: number, pinned: boolean): void => void setPin.run(pinned ? 1 : 0, no),
    /** Sets a name that is shown instead of the name of `run --name`; null removes it. */
    rename: (no: number, name: string | null): void => void setName.run(name, no),
    addComment: (no: number, text: string): void => changeComments.immediate(no, (before) => [...before, text]),
    /** Removes a comment if it is still the one at this index. False when it is not. */
    removeComment(no: number, index: number, text: string): boolean {
      let isThere = false;
      changeComments.immediate(no, (before) => {
        isThere = before[index] === text;
        return isThere ? before.toSpliced(index, 1) : [...before];
      });
      return isThere;
    },
  };
}
