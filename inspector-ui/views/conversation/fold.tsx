import type { ComponentChildren } from 'preact';
import type { CardContext } from './card-context.ts';
import './fold.css';

interface FoldProps {
  readonly context: CardContext;
  /** Unlike that of any other fold of the conversation. */
  readonly name: string;
  readonly isOpen?: boolean;
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Something long behind a line that says what it is. It stays as it was left, also when it is scrolled away and back. */
export function Fold({ context, name, isOpen = false, summary, children }: FoldProps) {
  const isShown = context.folds.isOpen(name, isOpen);
  const toggle = (event: MouseEvent) => {
    event.preventDefault(); // the element follows the state, not the other way round
    context.folds.set(name, !isShown);
  };
  return (
    <details class="fold" open={isShown}>
      <summary class="fold-summary" onClick={toggle}>
        {summary}
      </summary>
      {isShown && <div class="fold-body">{children}</div>}
    </details>
  );
}
