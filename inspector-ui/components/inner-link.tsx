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

/** A link within the page. Calls `onFollow`; leaves new tabs and windows to the browser. */
export function InnerLink({ onFollow, ...link }: InnerLinkProps) {
  const follow = (event: MouseEvent) => {
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    onFollow();
  };
  return <a {...link} onClick={follow} />;
}
