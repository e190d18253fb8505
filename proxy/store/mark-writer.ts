import type { Connection } from './open.ts';

/** Writes what people add to a recording: a pin, a name, comments. */
export function createMarkWriter(connection: Connection) {
  const setPin = connection.prepare(`UPDATE recording SET pinned = ? WHERE no = ?`);
  const setName = connection.prepare(`UPDATE recording SET given_name = ? WHERE no = ?`);
  const selectComments = connection.prepare(`SELECT comments FROM recording WHERE no = ?`).pluck();
  const setComments = connection.prepare(`UPDATE recording SET comments = ? WHERE no = ?`);

  const changeComments = connection.transaction((no: number, change: (before: readonly string[]) => string[]) => {
    const before = selectComments.get(no) as string | null | undefined;
    const after = change(JSON.parse(before ?? '[]') as string[]); // written here and by `insert`
    setComments.run(after.length > 0 ? JSON.stringify(after) : null, no);
  });

  return {
    /** Pruning never removes a pinned recording. */
    pin: (no: number, pinned: boolean): void => void setPin.run(pinned ? 1 : 0, no),
    /** Gives a name, which goes before the one of `run --name`. null takes it back. */
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
