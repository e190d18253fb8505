import { useComputed, useSignal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { VisibleText } from '../../components/visible-text.tsx';
import { spansTo } from '../../text/json-source.ts';
import { toggled, toInitialTree, toJsonLines, withMore, type JsonLine } from './json-lines.ts';
import './json-tree.css';

interface TreeProps {
  readonly text: string;
  /** JSON pointers of what findings blame: opened at first, and marked. */
  readonly blamed: readonly string[];
  readonly onCopy: (what: string, text: string) => void;
}

/** JSON as it was written, to be opened where one looks. Arrow keys as in any tree; `c` copies a value, `p` its path. */
export function JsonTree({ text, blamed, onCopy }: TreeProps) {
  // Once: reading a megabyte of JSON takes longer than moving to the next line may.
  const initial = useMemo(
    () =>
      toInitialTree(
        text,
        blamed.flatMap((pointer) => spansTo(text, pointer)),
      ),
    [],
  );
  const tree = useSignal(initial);
  const lines = useComputed(() => toJsonLines(text, tree.value));
  const active = useSignal(0);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => box.current?.querySelector('[data-blamed="true"]')?.scrollIntoView({ block: 'nearest' }), []);

  const activate = (index: number) => {
    active.value = Math.min(Math.max(index, 0), lines.peek().length - 1);
    box.current?.querySelector<HTMLElement>(`[data-line="${active.peek()}"]`)?.focus();
  };
  const toggle = (line: JsonLine) => {
    if (line.kind === 'more') tree.value = withMore(tree.peek(), line.at);
    else if (line.isOpen !== undefined) tree.value = toggled(tree.peek(), line.at);
  };
  const copyValue = (line: JsonLine) => onCopy('the value', text.slice(line.value.start, line.value.end));
  const copyPath = (line: JsonLine) => onCopy('the path', line.pointer);

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
    <div ref={box} class="json-tree" role="tree" aria-label="JSON" onKeyDown={press}>
      {lines.value.map((line, index) => (
        <JsonLineView
          key={`${line.kind === 'more' ? 'more' : ''}${line.at}`}
          line={line}
          index={index}
          isActive={index === active.value}
          isBlamed={blamed.includes(line.pointer) && line.kind !== 'more'}
          onToggle={() => {
            active.value = index;
            toggle(line);
          }}
          onCopyValue={() => copyValue(line)}
          onCopyPath={() => copyPath(line)}
        />
      ))}
    </div>
  );
}

interface LineProps {
  readonly line: JsonLine;
  readonly index: number;
  readonly isActive: boolean;
  readonly isBlamed: boolean;
  readonly onToggle: () => void;
  readonly onCopyValue: () => void;
  readonly onCopyPath: () => void;
}

/** Deep values stop moving to the right: they would leave the panel. The depth is in `aria-level`. */
const MAX_INDENT = 24;

function JsonLineView({ line, index, isActive, isBlamed, onToggle, onCopyValue, onCopyPath }: LineProps) {
  return (
    <div
      class="json-line"
      role="treeitem"
      aria-level={line.depth + 1}
      aria-expanded={line.isOpen}
      tabIndex={isActive ? 0 : -1}
      data-line={index}
      data-kind={line.kind}
      data-blamed={isBlamed}
      style={{ '--depth': `${Math.min(line.depth, MAX_INDENT)}` }}
      onClick={onToggle}
    >
      <span class="json-text">
        {line.key !== undefined && (
          <span class="json-key">
            <VisibleText text={line.key} />
          </span>
        )}
        <span class="json-value">
          <VisibleText text={line.preview} />
        </span>
        {line.note && <span class="json-note">{line.note}</span>}
      </span>
      {line.kind !== 'more' && (
        <span class="json-actions" onClick={(event) => event.stopPropagation()}>
          <button type="button" tabIndex={-1} title="Copy the path (p)" onClick={onCopyPath}>
            path
          </button>
          <button type="button" tabIndex={-1} title="Copy the value (c)" onClick={onCopyValue}>
            value
          </button>
        </span>
      )}
      {line.prose !== undefined && (
        <span class="json-prose" onClick={(event) => event.stopPropagation()}>
          <VisibleText text={line.prose} />
        </span>
      )}
    </div>
  );
}
