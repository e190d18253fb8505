import { AcptapError } from '#core/errors.ts';
import { MAX_NAME } from '#core/wire/mark-limits.ts';
import { visible } from '#core/wire/visible.ts';
import type { Store } from '../../store/store.ts';
import { meansPath } from '../find-recording.ts';
import { print, warn } from '../output.ts';
import { withStored } from '../stored-refs.ts';

/** `name REF NAME` and `name REF --remove`: gives a recording a name that works as a REF. Prints its id. */
export async function name(
  ref: string,
  words: string | undefined,
  { remove = false }: { readonly remove?: boolean },
): Promise<void> {
  if (remove === (words !== undefined))
    throw new AcptapError(
      'usage',
      remove
        ? `--remove takes the name back: leave out ${JSON.stringify(words)}`
        : 'give the name, for example: acptap name latest "login hangs"; --remove takes it back',
    );
  if (words !== undefined) checkName(words);
  await withStored([ref], 'acptap name is for recordings of the database', async (store, [found]) => {
    if (!found) return;
    const { no, summary } = found;
    if (words !== undefined) checkFree(store, words, summary.id);
    store.write.rename(no, words ?? null);
    await print(`${visible(summary.id)}\n`);
    const newest = words === undefined ? undefined : store.read.find(words)[0];
    if (newest && newest.no !== no)
      warn(`a newer recording has the name ${words}, too: as a REF it means ${newest.summary.id}`);
  });
}

/** @throws {AcptapError} `usage` for a name that no command could use as a REF, or that a terminal does not show. */
function checkName(words: string): void {
  const refuse = (why: string) => {
    throw new AcptapError('usage', `${JSON.stringify(words)} cannot be the name of a recording: ${why}`);
  };
  if (words.trim() === '') refuse('it is empty');
  if (words !== words.trim()) refuse('leave out the spaces around it');
  if (visible(words) !== words) refuse('it has control characters or line ends');
  if (words.length > MAX_NAME) refuse(`it has ${words.length} characters, at most ${MAX_NAME} are possible`);
  if (/^latest(?:~|$)/.test(words)) refuse('latest means the newest recording');
  if (meansPath(words)) refuse('commands take it for the path of the file or folder that has this name');
  if (words.startsWith('-')) refuse('commands take it for an option; it must not begin with -');
}

function checkFree(store: Store, words: string, own: string): void {
  const other = store.read.recordings().find(({ summary }) => summary.id === words && words !== own);
  if (other) throw new AcptapError('usage', `${words} is the id of another recording: choose another name`);
}
