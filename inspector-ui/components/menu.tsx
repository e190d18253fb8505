import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import './menu.css';

interface MenuProps {
  readonly label: string;
  readonly class: string;
  /** CSS properties for the place of the menu. */
  readonly style: Readonly<Record<string, string>>;
  /** The user closed the menu by a key: the focus goes back. */
  readonly onClose: () => void;
  /** The focus went elsewhere. */
  readonly onLeave: () => void;
  /** Buttons with the role `menuitem`. */
  readonly children: ComponentChildren;
}

/** A menu over the page. Arrows move, Enter chooses, Esc and Tab close. */
export function Menu({ label, class: own, style, onClose, onLeave, children }: MenuProps) {
  const menu = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => menu.current?.querySelector('button')?.focus(), []);

  const press = (event: KeyboardEvent & { readonly currentTarget: HTMLElement }) => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (event.key === 'Escape' || event.key === 'Tab') onClose();
    else if (step !== 0) {
      const buttons = [...event.currentTarget.querySelectorAll('button')];
      const at = buttons.findIndex((button) => button === document.activeElement);
      buttons[(at + step + buttons.length) % buttons.length]?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div
      ref={menu}
      class={`popup menu ${own}`}
      role="menu"
      aria-label={label}
      style={style}
      onKeyDown={press}
      onFocusOut={({ relatedTarget }) => {
        if (!(relatedTarget instanceof Node && menu.current?.contains(relatedTarget))) onLeave();
      }}
    >
      {children}
    </div>
  );
}
