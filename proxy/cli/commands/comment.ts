import { AcptapError } from '#core/errors.ts';
import { seqOf } from '#core/units.ts';
import { commentIn } from '#core/wire/entry-comment.ts';
import { visible } from '#core/wire/visible.ts';
import { checkComment } from '../../store/check-marks.ts';
import type { StoredRecording } from '../../store/read/read.ts';
import type { Store } from '../../store/store.ts';
import { print } from '../output/output.ts';
import { toJsonText } from '../render/json.ts';
import { withStored } from '../recordings/stored-refs.ts';

export interface CommentOptions {
  readonly remove?: number;
  readonly json?: boolean;
}

/**
 * `comment REF [TEXT]`: lists the comments of a recording, adds one, or removes one by its number. Then prints the
 * comments.
 */
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
  const [, recording = ref, seq] = /^(.+)#(\d+)$/.exec(ref) ?? [];
  await withStored([recording], 'acptap comment is for recordings of the database', async (store, [found]) => {
    if (!found) return;
    const { no, summary } = found;
    if (seq !== undefined)
      return commentEntry(store, found, Number(seq), text ?? (remove === undefined ? undefined : null), json);
    if (text !== undefined) store.write.addComment(no, text.trim());
    if (remove !== undefined) {
      const known = summary.comments[remove - 1];
      if (known === undefined || !store.write.removeComment(no, remove - 1, known))
        throw new AcptapError('usage', `there is no comment ${remove}: ${countOf(summary.comments, summary.id)}`);
    }
    await printComments(store.read.summary(no)?.comments ?? [], json);
  });
}

/** Gives an entry another comment, or none for null; then prints it. An entry has at most one. */
async function commentEntry(
  store: Store,
  { no, summary }: StoredRecording,
  seq: number,
  text: string | null | undefined,
  json: boolean,
): Promise<void> {
  const known = store.read.entry(no, seqOf(seq));
  if (!known) throw new AcptapError('usage', `${summary.id} has no entry ${seq}: acptap show ${summary.id} lists them`);
  if (text !== undefined) store.write.commentEntry(no, seq, text?.trim() ?? null);
  const now = text === undefined ? commentIn(known.extra) : text?.trim();
  await printComments(now === undefined ? [] : [now], json);
}

const printComments = (comments: readonly string[], json: boolean): Promise<void> =>
  print(
    json
      ? `${toJsonText(comments)}\n`
      : comments.map((each, index) => `${`${index + 1}`.padStart(3)}  ${visible(each)}\n`).join(''),
  );

function countOf(comments: readonly string[], id: string): string {
  if (comments.length === 0) return `${id} has none`;
  return `${id} has ${comments.length}; acptap comment ${id} lists them with their numbers`;
}
