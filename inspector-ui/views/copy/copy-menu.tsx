import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { reasonOf, RequestFailed } from '../../backends/backend.ts';
import type { SharePreview } from '#core/contract/share.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { MaskedPreview } from './masked-preview.tsx';
import { copiedNotice, toCopyRows, toScopeRows, type CopyRow } from './copy-rows.ts';
import './copy-menu.css';

/**
 * Copies the recording or a part of it in a chosen form. Letters choose the form, ↑ and ↓ move, ← and → choose the
 * entries,
 * `r` toggles the masking of secrets. Masking is on each time the menu opens.
 */
export function CopyMenu({ inspector, of }: { inspector: Inspector; of: OpenedRecording }) {
  const isRedacted = useSignal(true);
  const scopeAt = useSignal(0);
  const problem = useSignal('');
  const making = useSignal<CopyRow | undefined>(undefined);
  const shown = useSignal<{ readonly row: CopyRow; readonly preview: SharePreview } | undefined>(undefined);
  const flight = useRef<AbortController>(undefined);
  const list = useRef<HTMLUListElement>(null);
  const place = {
    seq: of.selection.selected.value,
    group: of.selectedGroup.value,
    shown: of.timeline.counts.value.shown,
    isFiltered: of.look.q.value !== '',
  };
  const scopes = toScopeRows(place);
  const scope = scopes[scopeAt.value % scopes.length];
  const rows = toCopyRows(place, scope);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];

  useEffect(() => {
    buttons()[0]?.focus();
    return () => flight.current?.abort();
  }, []);

  const close = () => inspector.openOverlay(undefined);
  /** Copies the text. First shows a preview of masked values, unless it was `seen`. */
  const copy = async (row: CopyRow, seen?: SharePreview) => {
    flight.current?.abort();
    const { signal } = (flight.current = new AbortController());
    making.value = row;
    problem.value = '';
    const redact = isRedacted.peek();
    const query = { as: row.as, of: scope?.of ?? 'filter', q: of.look.q.peek(), seq: place.seq ?? null, redact };
    try {
      if (redact && !seen) {
        const json = await inspector.backend.share(of.recording, { ...query, preview: true }, signal);
        const preview = JSON.parse(json) as SharePreview;
        if (signal.aborted) return;
        if (preview.total > 0) {
          making.value = undefined;
          shown.value = { row, preview };
          return;
        }
      }
      const text = await inspector.backend.share(of.recording, query, signal);
      await inspector.writeClipboard(text);
      if (signal.aborted) return;
      inspector.say(copiedNotice(row, text, redact ? (seen?.total ?? 0) : undefined));
      close();
    } catch (cause) {
      if (signal.aborted) return;
      making.value = undefined;
      problem.value = toProblem(cause);
    }
  };

  if (shown.value) {
    const { row, preview } = shown.value;
    return (
      <Dialog title="Copy as" class="copy-menu" onClose={close}>
        <MaskedPreview
          title={row.title}
          preview={preview}
          onCopy={() => void copy(row, preview)}
          onBack={() => void (shown.value = undefined)}
        />
        <p class="copy-problem" role="alert">
          {problem.value}
        </p>
      </Dialog>
    );
  }

  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const row = rows.find(({ key }) => key === event.key);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const turn = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (row) void copy(row);
    else if (step !== undefined) {
      const all = buttons();
      const at = all.findIndex((button) => button === document.activeElement);
      all[(at + step + all.length) % all.length]?.focus();
    } else if (turn !== undefined) scopeAt.value = (scopeAt.peek() + turn + scopes.length) % scopes.length;
    else if (event.key === 'r') isRedacted.value = !isRedacted.peek();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  return (
    <Dialog title="Copy as" class="copy-menu" onClose={close}>
      <div onKeyDown={press}>
        <fieldset class="copy-scopes">
          <legend class="visually-hidden">Which entries</legend>
          {scopes.map(({ of: name, label }, index) => (
            <label key={name} class="copy-scope">
              <input
                type="radio"
                name="copy-scope"
                checked={index === scopeAt.value % scopes.length}
                onChange={() => void (scopeAt.value = index)}
              />
              {label}
            </label>
          ))}
        </fieldset>
        <ul ref={list} class="plain-list copy-forms">
          {rows.map((row) => (
            <li key={row.as}>
              <button
                type="button"
                class="bare-button copy-form"
                data-form={row.as}
                aria-keyshortcuts={row.key}
                onClick={() => void copy(row)}
              >
                <kbd>{row.key}</kbd>
                <span class="copy-title">{row.title}</span>
                <span class="one-line soft copy-of">{making.value?.as === row.as ? 'being made …' : row.of}</span>
              </button>
            </li>
          ))}
        </ul>
        <label class="copy-redact">
          <input
            type="checkbox"
            role="switch"
            checked={isRedacted.value}
            onChange={() => void (isRedacted.value = !isRedacted.peek())}
          />
          <kbd>r</kbd>{' '}
          {isRedacted.value
            ? 'Without secrets, home folders and user names'
            : 'With secrets and names: exact, not redacted'}
        </label>
        <p class="copy-problem" role="alert">
          {problem.value}
        </p>
      </div>
    </Dialog>
  );
}

function toProblem(cause: unknown): string {
  if (cause instanceof RequestFailed && cause.status === 413)
    return 'That is too large for a clipboard: choose less of it, or write a file with acptap export.';
  if (cause instanceof DOMException && cause.name === 'NotAllowedError') return 'The browser did not allow copying.';
  return reasonOf(cause);
}
