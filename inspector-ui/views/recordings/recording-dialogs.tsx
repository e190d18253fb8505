import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Loading } from '../../components/loading.tsx';
import { MAX_COMMENT, MAX_NAME } from '#core/wire/mark-limits.ts';
import type { MarkVerb } from '#core/contract/marks.ts';
import type { EntryRow } from '#core/model/row.ts';
import type { RecordingSummary } from '#core/model/recording-summary.ts';
import { focusField } from '../../components/focus-field.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import './recording-dialogs.css';

interface DialogProps {
  readonly inspector: Inspector;
  readonly recording: RecordingSummary;
}

/** Gives a recording a name, or takes it back with an empty one. */
export function NameForm({ inspector, recording }: DialogProps) {
  const { problem, change } = useChange(inspector, recording);
  const name = useSignal(recording.name ?? '');
  const submit = async (event: Event) => {
    event.preventDefault();
    const words = name.peek().trim();
    if (await change({ do: 'name', name: words === '' ? null : words })) inspector.openOverlay(undefined);
  };
  return (
    <form class="mark-form" onSubmit={(event) => void submit(event)}>
      <input
        ref={focusField}
        onFocus={({ currentTarget }) => currentTarget.select()}
        class="raised mark-field"
        type="text"
        aria-label="Name"
        aria-describedby="name-help"
        maxLength={MAX_NAME}
        autocomplete="off"
        value={name.value}
        onInput={({ currentTarget }) => void (name.value = currentTarget.value)}
      />
      <p id="name-help" class="aside">
        Commands take the name as well as the id. Empty: as it was recorded. acptap prune keeps named recordings.
      </p>
      <Problem text={problem.value} />
      <button type="submit" class="plain-button">
        Save
      </button>
    </form>
  );
}

/** Lists the comments of a recording, removes them and adds one. */
export function CommentsForm({ inspector, recording }: DialogProps) {
  const { problem, change } = useChange(inspector, recording);
  const comment = useDraft(inspector, recording.id, '');
  const submit = async (event: Event) => {
    event.preventDefault();
    const text = comment.text.peek();
    if (text.trim() === '') return;
    comment.write(''); // at once: a second press adds nothing, and the next comment can be typed
    if (!(await change({ do: 'comment', text }))) comment.write(text + comment.text.peek());
  };
  return (
    <form class="mark-form" onSubmit={(event) => void submit(event)}>
      <ul class="plain-list mark-comments" aria-label="Comments so far">
        {recording.comments.map((text, index) => (
          <li key={index}>
            <span class="mark-comment">{toVisibleLine(text)}</span>
            <button
              type="button"
              class="plain-button"
              aria-label={`Remove comment ${index + 1}`}
              onClick={() => void change({ do: 'uncomment', index, text })}
            >
              ×
            </button>
          </li>
        ))}
      </ul>
      <CommentField label="New comment" draft={comment} onSubmit={submit} />
      <Problem text={problem.value} />
      <button type="submit" class="plain-button" title="Ctrl Enter" disabled={comment.text.value.trim() === ''}>
        Add
      </button>
    </form>
  );
}

interface EntryProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
}

/** Changes the comment on the selected entry, as soon as that is known. An empty text takes it back. */
export function EntryCommentForm({ inspector, opened }: EntryProps) {
  const row = opened.selectedRow.value;
  return row ? <CommentOf key={row.seq} inspector={inspector} opened={opened} row={row} /> : <Loading />;
}

function CommentOf({ inspector, opened, row }: EntryProps & { readonly row: EntryRow }) {
  const { problem, change } = useChange(inspector, opened.summary.value);
  const draft = useDraft(inspector, `${opened.recording}#${row.seq}`, row.comment ?? '');
  const submit = async (event: Event) => {
    event.preventDefault();
    const trimmed = draft.text.peek().trim();
    if (!(await change({ do: 'comment-entry', seq: row.seq, text: trimmed === '' ? null : trimmed }))) return;
    draft.forget();
    inspector.openOverlay(undefined);
  };
  return (
    <form class="mark-form" onSubmit={(event) => void submit(event)}>
      <CommentField label="Comment" draft={draft} onSubmit={submit} />
      <Problem text={problem.value} />
      <button type="submit" class="plain-button" title="Ctrl Enter">
        Save
      </button>
    </form>
  );
}

/** The text of a comment field. */
interface Draft {
  readonly text: ReadonlySignal<string>;
  readonly write: (text: string) => void;
  readonly forget: () => void;
}

/** Keeps what is written until the form opens again, unless it is forgotten or as it is saved. */
function useDraft({ recordingMarks: { drafts } }: Inspector, key: string, saved: string): Draft {
  const text = useSignal(drafts.get(key) ?? saved);
  const forget = () => void drafts.delete(key);
  const write = (words: string) => {
    text.value = words;
    if (words === saved) forget();
    else drafts.set(key, words);
  };
  return { text, write, forget };
}

interface FieldProps {
  readonly label: string;
  readonly draft: Draft;
  readonly onSubmit: (event: Event) => Promise<void>;
}

const CommentField = ({ label, draft, onSubmit }: FieldProps) => (
  <textarea
    ref={focusField}
    class="raised mark-field"
    aria-label={label}
    rows={3}
    maxLength={MAX_COMMENT}
    value={draft.text.value}
    onInput={({ currentTarget }) => draft.write(currentTarget.value)}
    onKeyDown={(event) => {
      if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void onSubmit(event);
    }}
  />
);

/** Resolves to whether the change was made and the form is still open; `problem` is the reason if not made. */
function useChange({ recordingMarks }: Inspector, { id }: RecordingSummary) {
  const problem = useSignal('');
  const isOpen = useRef(true);
  useEffect(() => () => void (isOpen.current = false), []);
  const change = async (verb: MarkVerb): Promise<boolean> => {
    problem.value = (await recordingMarks.change(id, verb)) ?? '';
    return isOpen.current && problem.peek() === '';
  };
  return { problem, change };
}

const Problem = ({ text }: { readonly text: string }) => (
  <p class="mark-problem" role="alert">
    {text}
  </p>
);
