import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { clamp } from '#core/clamp.ts';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import { spansTo } from '../../text/json-source.ts';
import type { BlamedValue } from './blamed-values.ts';
import { JsonSearchBar, type Hit } from './json-search-bar.tsx';
import { occurrencesOf, openTreeTo } from './json-search.ts';
import { toggleValue, toInitialTree, toJsonLines, showMoreMembers, type JsonLine } from './json-lines.ts';
import { MarkedText, type Marked } from './marked-text.tsx';
import './json-tree.css';

interface TreeProps {
  readonly text: string;
  /** Text of the search that found this entry; empty without one. The tree searches for it too. */
  readonly sought: string;
  /** Values that findings blame: opened at first, and marked. */
  readonly blamed: readonly BlamedValue[];
  readonly onCopyValue: (text: string) => void;
  readonly onCopyPath: (pointer: string) => void;
}

/** JSON source as a tree. Arrow keys as in any tree; `c` copies a value, `p` its path. */
export function JsonTree({ text, sought, blamed, onCopyValue, onCopyPath }: TreeProps) {
  // Memoised: reading a megabyte of JSON is too slow to repeat for every key.
  const initial = useMemo(
    () =>
      toInitialTree(
        text,
        blamed.flatMap(({ pointer }) => spansTo(text, pointer)),
      ),
    [],
  );
  const tree = useSignal(initial);
  const lines = useComputed(() => toJsonLines(text, tree.value));
  const active = useSignal(0);
  const found = useSignal<(Hit & { readonly at: number }) | undefined>(undefined);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => scrollNearest(box.current?.querySelector('[data-blamed="true"]'), 40), []);

  const activate = (index: number) => {
    active.value = clamp(index, 0, lines.peek().length - 1);
    box.current?.querySelector<HTMLElement>(`[data-line="${active.peek()}"]`)?.focus();
  };
  const reveal = (hit: Hit | undefined) => {
    found.value = undefined;
    if (hit === undefined) return;
    const { tree: next, at } = openTreeTo(text, tree.peek(), hit.span.start);
    tree.value = next;
    found.value = { ...hit, at };
    active.value = Math.max(
      lines.peek().findIndex((line) => line.at === at && line.kind !== 'more'),
      0,
    );
  };
  useLayoutEffect(() => {
    if (found.value === undefined) return;
    const line = box.current?.querySelector('[data-found="true"]');
    scrollNearest(line?.querySelector('[data-current="true"]') ?? line, 40);
  }, [found.value]);
  const toggle = (line: JsonLine) => {
    if (line.kind === 'more') tree.value = showMoreMembers(tree.peek(), line.at);
    else if (line.isOpen !== undefined) tree.value = toggleValue(tree.peek(), line.at);
  };
  const copyValue = (line: JsonLine) => onCopyValue(text.slice(line.value.start, line.value.end));
  const copyPath = (line: JsonLine) => onCopyPath(line.pointer);

  const press = (event: KeyboardEvent) => {
    const line = lines.peek()[active.peek()];
    if (!line || event.ctrlKey || event.metaKey || event.altKey) return;
    const parent = lines.peek().findLastIndex(({ depth }, index) => index < active.peek() && depth < line.depth);
    const actions: Readonly<Record<string, () => void>> = {
      ArrowDown: () => activate(active.peek() + 1),
      ArrowUp: () => activate(active.peek() - 1),
      Home: () => activate(0),
      End: () => activate(lines.peek().length - 1),
      ArrowRight: () => (line.isOpen === false ? toggle(line) : activate(active.peek() + 1)),
      ArrowLeft: () => (line.isOpen ? toggle(line) : activate(parent)),
      Enter: () => toggle(line),
      ' ': () => toggle(line),
      c: () => copyValue(line),
      p: () => copyPath(line),
    };
    if (!Object.hasOwn(actions, event.key)) return;
    event.preventDefault();
    actions[event.key]?.();
  };

  return (
    <>
      <JsonSearchBar text={text} sought={sought} onFound={reveal} />
      <div ref={box} class="json-tree" role="tree" aria-label="JSON" onKeyDown={press}>
        {lines.value.map((line, index) => (
          <JsonLineView
            key={`${line.kind === 'more' ? 'more' : ''}${line.at}`}
            line={line}
            index={index}
            isActive={index === active.value}
            marked={line.at === found.value?.at && line.kind !== 'more' ? markedIn(text, line, found.value) : undefined}
            blame={line.kind === 'more' ? undefined : blamed.find(({ pointer }) => pointer === line.pointer)}
            onFocus={() => void (active.value = index)}
            onToggle={() => {
              active.value = index;
              toggle(line);
            }}
            onCopyValue={() => copyValue(line)}
            onCopyPath={() => copyPath(line)}
          />
        ))}
      </div>
    </>
  );
}

/**
 * Returns the marks of the line with the current hit: all occurrences of the query, and the index of the current one.
 */
function markedIn(text: string, { value }: JsonLine, { span, query }: Hit): Marked {
  const isInValue = span.start >= value.start;
  const before = isInValue ? occurrencesOf(text.slice(value.start, span.start), query).length : 0;
  return { query, current: isInValue ? before : undefined };
}

interface LineProps {
  readonly line: JsonLine;
  readonly index: number;
  readonly isActive: boolean;
  /** Undefined without a hit in this line. */
  readonly marked: Marked | undefined;
  readonly blame: BlamedValue | undefined;
  readonly onFocus: () => void;
  readonly onToggle: () => void;
  readonly onCopyValue: () => void;
  readonly onCopyPath: () => void;
}

/** Most levels of indentation, so that deep values stay in the panel. `aria-level` has the true depth. */
const MAX_INDENT = 24;

function JsonLineView({ line, index, isActive, marked, blame, onFocus, onToggle, onCopyValue, onCopyPath }: LineProps) {
  const Value = blame?.isDropped ? 's' : 'span';
  return (
    <div
      class="hoverable json-line"
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={line.isOpen}
      tabIndex={isActive ? 0 : -1}
      data-line={index}
      data-kind={line.kind}
      data-found={marked !== undefined}
      data-blamed={blame !== undefined}
      data-grade={blame?.grade}
      data-dropped={blame?.isDropped ?? false}
      style={{ '--depth': `${Math.min(line.depth, MAX_INDENT)}` }}
      onFocus={onFocus}
      onClick={onToggle}
    >
      <span class="one-line">
        {line.key !== undefined && (
          <span class="json-key">
            <MarkedText text={line.key} marked={marked && { query: marked.query, current: undefined }} />
          </span>
        )}
        <Value class="json-value">
          <MarkedText text={line.preview} marked={line.prose === undefined ? marked : undefined} />
        </Value>
        {line.note && <span class="json-note">{line.note}</span>}
        {blame?.instead && <span class="json-instead">{blame.instead}</span>}
      </span>
      {line.kind !== 'more' && (
        <span class="json-actions" onClick={(event) => event.stopPropagation()}>
          <button type="button" tabIndex={-1} title="Copy the path (p)" onClick={onCopyPath}>
            path
          </button>
          <button type="button" tabIndex={-1} title="Copy the value: exact, not redacted (c)" onClick={onCopyValue}>
            value
          </button>
        </span>
      )}
      {blame && (
        <span class="popup json-blame">
          {blame.findings.map(({ rule, message }, position) => (
            <span key={position}>
              <code class="json-blame-rule">{rule}</code> {message}
            </span>
          ))}
        </span>
      )}
      {line.prose !== undefined && (
        <span class="kept-lines json-prose" onClick={(event) => event.stopPropagation()}>
          <MarkedText text={line.prose} marked={marked} />
        </span>
      )}
    </div>
  );
}
