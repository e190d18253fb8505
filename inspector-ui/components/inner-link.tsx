import type { ComponentChildren } from 'preact';

interface InnerLinkProps {
  readonly href: string;
  readonly class: string;
  readonly onFollow: () => void;
  readonly title?: string;
  readonly onFocus?: () => void;
  readonly 'aria-current'?: 'page' | undefined;
  readonly 'data-finding'?: string;
  readonly 'data-stop'?: string;
  readonly children?: ComponentChildren;
}

/** A link to a place of the page: followed by `onFollow`, and by the browser where a new tab or window is asked for. */
export function InnerLink({ onFollow, ...link }: InnerLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return <a {...link} onClick={follow} />;
}
