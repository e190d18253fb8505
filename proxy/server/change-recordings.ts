import { assertNever } from '#core/assert-never.ts';
import type { MarkVerb, Removal } from '#core/contract/marks.ts';
import { AcptapError } from '#core/errors.ts';
import { checkComment, checkName, checkNotAnId } from '../store/check-marks.ts';
import type { Library, LibraryRecording } from './library.ts';
import { createRemovals, type RemovalPorts } from './removals.ts';

/** A library whose recordings pages can pin, name, comment and remove. Removed ones are hidden from its list. */
export function changeable(library: Library, ports: RemovalPorts): Library {
  const removals = createRemovals(ports);
  let changes = 0; // a database's own version counts only changes by other connections

  function apply({ store, no }: LibraryRecording, verb: MarkVerb): void {
    const summary = store.read.summary(no);
    if (!summary) throw new AcptapError('recording-not-found', 'the recording was removed');
    switch (verb.do) {
      case 'pin':
        store.write.pin(no, verb.isPinned);
        break;
      case 'name':
        if (verb.name !== null) {
          checkName(verb.name, looksLikePath);
          checkNotAnId(store, verb.name, summary.id);
        }
        store.write.rename(no, verb.name);
        break;
      case 'comment':
        checkComment(verb.text);
        store.write.addComment(no, verb.text.trim());
        break;
      case 'uncomment':
        if (!store.write.removeComment(no, verb.index, verb.text))
          throw new AcptapError('usage', 'the comment is no longer there: load the page again to see what is');
        break;
      case 'comment-entry':
        if (verb.text !== null) checkComment(verb.text);
        if (!store.write.commentEntry(no, verb.seq, verb.text?.trim() ?? null))
          throw new AcptapError('usage', `the recording has no entry ${verb.seq}`);
        break;
      case 'remove':
        removals.hide(summary);
        break;
      case 'restore':
        removals.restore(summary.id);
        break;
      default:
        assertNever(verb);
    }
    changes += 1;
  }

  /** Without recordings that another process has removed meanwhile. */
  function restorable(): readonly Removal[] {
    const hidden = removals.list();
    if (hidden.length === 0) return hidden;
    const there = new Set(library.all().map(({ summary }) => summary.id));
    return hidden.filter(({ id }) => there.has(id));
  }

  return {
    ...library,
    all: () => library.all().filter(({ summary }) => !removals.has(summary.id)),
    version: () => library.version() + changes + removals.version(),
    changes: { apply, removals: restorable, close: removals.close },
  };
}

/** Judges by the form of the words: an answer must not reveal which files exist. */
const looksLikePath = (words: string) => /[/\\]|\.jsonl$/.test(words);
