import type { ComponentChildren } from 'preact';
import { foldName, type CardContext } from './card-context.ts';
import './fold.css';

interface FoldProps {
  readonly context: CardContext;
  /** Unique among the folds of the conversation. */
  readonly name: string;
  readonly isOpen?: boolean;
  readonly summary: ComponentChildren;
  readonly children: ComponentChildren;
}

/** Hides a long content below a summary line. Stays open or closed after scrolling away and back. */
export function Fold({ context, name, isOpen = false, summary, children }: FoldProps) {
  const own = foldName(name, context);
  const isShown = context.folds.isOpen(own, isOpen || context.sought !== undefined);
  const toggle = (event: MouseEvent) => {
    event.preventDefault(); // the state decides, not the element
    context.folds.set(own, !isShown);
  };
  return (
    <details class="fold" open={isShown}>
      <summary class="aside fold-summary" onClick={toggle}>
        {summary}
      </summary>
      {isShown && <div class="fold-body">{children}</div>}
    </details>
  );
}
