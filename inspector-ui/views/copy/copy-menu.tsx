import { useSignal, type Signal } from '@preact/signals';
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { Dialog } from '../../components/dialog.tsx';
import { reasonOf, RequestFailed } from '../../backends/backend.ts';
import type { SharePreview, ShareQuery } from '#core/contract/share.ts';
import { savedFileName } from '#core/share/file-name.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { MaskedPreview } from './masked-preview.tsx';
import {
  copiedNotice,
  countMasked,
  savedNotice,
  toCopyRows,
  toSaveRows,
  toScopeRows,
  turnAt,
  type CopyRow,
  type TurnPart,
} from './copy-rows.ts';
import './copy-menu.css';

interface MenuProps {
  readonly inspector: Inspector;
  readonly opened: OpenedRecording;
  /** The key of the form that has the focus; empty for the first one. Emptied when the menu opens. */
  readonly first: Signal<string>;
}

/**
 * Copies or saves the recording or a part of it in a chosen form. Letters choose the form, ↑ and ↓ move, ← and → choose
 * the entries, `r` toggles the masking of secrets. Masking is on each time the menu opens.
 */
export function CopyMenu({ inspector, opened, first }: MenuProps) {
  const isRedacted = useSignal(true);
  const scopeAt = useSignal(0);
  const problem = useSignal('');
  const making = useSignal<CopyRow | undefined>(undefined);
  const turnOfEntry = useSignal<TurnPart | undefined>(undefined);
  const shown = useSignal<{ readonly row: CopyRow; readonly preview: SharePreview } | undefined>(undefined);
  const flight = useRef<AbortController>(undefined);
  const list = useRef<HTMLDivElement>(null);
  const place = {
    seq: opened.selection.selected.value,
    turn: turnOfEntry.value,
    group: opened.selectedGroup.value,
    shown: opened.timeline.counts.value.shown,
    q: opened.look.q.value,
    range: opened.look.range.value,
    marks: inspector.marks.of(opened.recording),
    hasServer: inspector.connection.value.kind !== 'file',
  };
  const scopes = toScopeRows(place);
  const scope = scopes[scopeAt.value % scopes.length];
  const sections = [
    { name: 'Copy', rows: toCopyRows(place, scope) },
    { name: 'Save', rows: toSaveRows(place, scope) },
  ];
  const rows = sections.flatMap((section) => section.rows);
  const buttons = () => [...(list.current?.querySelectorAll<HTMLButtonElement>('button') ?? [])];

  // Keys act in the list.
  useLayoutEffect(() => {
    buttons()[
      Math.max(
        rows.findIndex(({ key }) => key === first.peek()),
        0,
      )
    ]?.focus();
    first.value = '';
  }, []);
  useEffect(() => {
    const asking = new AbortController();
    const seq = opened.selection.selected.peek();
    if (seq !== undefined)
      inspector.backend.turns(opened.recording, asking.signal, seq).then(
        (all) => void (turnOfEntry.value = turnAt(all, seq)),
        () => {}, // without turns there is one choice less
      );
    return () => {
      asking.abort();
      flight.current?.abort();
    };
  }, []);

  const close = () => inspector.openOverlay(undefined);
  /** Copies or saves. First shows a preview of masked values, unless it was `seen`. `keep`: rules not to apply. */
  const share = async (row: CopyRow, seen?: SharePreview, keep: readonly string[] = []) => {
    flight.current?.abort();
    const { signal } = (flight.current = new AbortController());
    making.value = row;
    problem.value = '';
    const redact = isRedacted.peek();
    const { of, q } = scope ?? { of: 'filter' as const, q: '' };
    const query = { as: row.as, of, q, seq: place.seq ?? null, redact, ...(keep.length > 0 ? { keep } : {}) };
    try {
      if (redact && !seen) {
        const json = await inspector.backend.share(opened.recording, { ...query, preview: true }, signal);
        const preview = JSON.parse(json) as SharePreview;
        if (signal.aborted) return;
        if (preview.total > 0) {
          making.value = undefined;
          shown.value = { row, preview };
          return;
        }
      }
      const masked = redact ? countMasked(seen, keep) : undefined;
      const notice = row.save ? await save(row, query, masked, signal) : await copy(row, query, masked, signal);
      if (signal.aborted) return;
      inspector.say(notice);
      close();
    } catch (cause) {
      if (signal.aborted) return;
      making.value = undefined;
      problem.value = toProblem(cause);
    }
  };
  const copy = async (row: CopyRow, query: ShareQuery, masked: number | undefined, signal: AbortSignal) => {
    const text = await inspector.backend.share(opened.recording, query, signal);
    await inspector.writeClipboard(text);
    return copiedNotice(row, text, masked);
  };
  const save = async (row: CopyRow, query: ShareQuery, masked: number | undefined, signal: AbortSignal) => {
    const request = { share: query, page: row.save === 'page' };
    const name = savedFileName(opened.recording, request);
    const test =
      row.save === 'fixture' && (await inspector.backend.share(opened.recording, { ...query, as: 'test' }, signal));
    const url = await inspector.backend.saveUrl(opened.recording, request, signal);
    signal.throwIfAborted();
    inspector.download(url, name);
    if (test === false) return savedNotice(name, masked);
    return inspector.writeClipboard(test).then(
      () => savedNotice(name, masked, 'A test for it is in the clipboard.'),
      (cause) => savedNotice(name, masked, `The test for it could not be copied. ${toProblem(cause)}`),
    );
  };

  if (shown.value) {
    const { row, preview } = shown.value;
    return (
      <Dialog title="Copy or save" class="copy-menu" onClose={close}>
        <MaskedPreview
          title={row.title}
          verb={row.save ? 'Save' : 'Copy'}
          preview={preview}
          onGo={(keep) => void share(row, preview, keep)}
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
    if (row) void share(row);
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
    <Dialog title="Copy or save" class="copy-menu" onClose={close}>
      <div onKeyDown={press}>
        <fieldset class="copy-scopes">
          <legend class="visually-hidden">Which entries</legend>
          {scopes.map(({ label }, index) => (
            <label key={label} class="copy-scope">
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
        <div ref={list}>
          {sections.map((section) => (
            <section key={section.name} aria-label={section.name}>
              <h3 class="copy-section">{section.name}</h3>
              <ul class="plain-list copy-forms">
                {section.rows.map((row) => (
                  <li key={row.key}>
                    <button
                      type="button"
                      class="bare-button copy-form"
                      data-form={row.save ? undefined : row.as}
                      data-save={row.save}
                      aria-keyshortcuts={row.key}
                      onClick={() => void share(row)}
                    >
                      <kbd>{row.key}</kbd>
                      <span class="copy-title">{row.title}</span>
                      <span class="one-line soft copy-of">
                        {making.value?.key === row.key ? 'being made …' : row.of}
                      </span>
                    </button>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
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
    return 'The text is too large for the clipboard: choose a smaller part, or write a file with acptap export.';
  if (cause instanceof DOMException && cause.name === 'NotAllowedError') return 'The browser did not allow copying.';
  return reasonOf(cause);
}
