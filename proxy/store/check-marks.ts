import { AcptapError } from '#core/errors.ts';
import { MAX_COMMENT, MAX_NAME } from '#core/wire/mark-limits.ts';
import { visible } from '#core/wire/visible.ts';
import type { Store } from './store.ts';

/**
 * Checks the name that a person gives a recording. `meansPath`: whether commands take a REF for a path.
 * @throws {AcptapError} `usage` for a name that no command could use as a REF, or that a terminal does not show.
 */
export function checkName(words: string, meansPath: (words: string) => boolean): void {
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

/** @throws {AcptapError} `usage` for the id of another recording than `own`. */
export function checkNotAnId(store: Store, words: string, own: string): void {
  const other = store.read.recordings().find(({ summary }) => summary.id === words && words !== own);
  if (other) throw new AcptapError('usage', `${words} is the id of another recording: choose another name`);
}

/** @throws {AcptapError} `usage` for an empty comment and for one that is too long. */
export function checkComment(text: string): void {
  if (text.trim() === '') throw new AcptapError('usage', 'the comment is empty: give a text, or leave it out to list');
  if (text.length > MAX_COMMENT)
    throw new AcptapError('usage', `the comment has ${text.length} characters, at most ${MAX_COMMENT} are possible`);
}
