import { AcptapError } from '#core/errors.ts';
import { MAX_COMMENT } from '#core/wire/mark-limits.ts';
import { visible } from '#core/wire/visible.ts';
import { print } from '../output.ts';
import { toJsonText } from '../render/json.ts';
import { withStored } from '../stored-refs.ts';

export interface CommentOptions {
  readonly remove?: number;
  readonly json?: boolean;
}

/** `comment REF [TEXT]`: lists the comments of a recording, adds one, or removes one by its number. Prints them as they are then. */
export async function comment(
  ref: string,
  text: string | undefined,
  { remove, json = false }: CommentOptions,
): Promise<void> {
  if (remove !== undefined && text !== undefined)
    throw new AcptapError(
      'usage',
      '--remove takes a comment back: leave out the text, or add it with a second command',
    );
  if (text !== undefined) checkComment(text);
  await withStored([ref], 'acptap comment is for recordings of the database', async (store, [found]) => {
    if (!found) return;
    const { no, summary } = found;
    if (text !== undefined) store.write.addComment(no, text.trim());
    if (remove !== undefined) {
      const known = summary.comments[remove - 1];
      if (known === undefined || !store.write.removeComment(no, remove - 1, known))
        throw new AcptapError('usage', `there is no comment ${remove}: ${countOf(summary.comments, summary.id)}`);
    }
    const comments = store.read.summary(no)?.comments ?? [];
    await print(
      json
        ? `${toJsonText(comments)}\n`
        : comments.map((each, index) => `${`${index + 1}`.padStart(3)}  ${visible(each)}\n`).join(''),
    );
  });
}

function countOf(comments: readonly string[], id: string): string {
  if (comments.length === 0) return `${id} has none`;
  return `${id} has ${comments.length}; acptap comment ${id} lists them with their numbers`;
}

function checkComment(text: string): void {
  if (text.trim() === '') throw new AcptapError('usage', 'the comment is empty: give a text, or leave it out to list');
  if (text.length > MAX_COMMENT)
    throw new AcptapError('usage', `the comment has ${text.length} characters, at most ${MAX_COMMENT} are possible`);
}
