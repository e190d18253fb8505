import type { ComponentChildren } from 'preact';
import './message.css';

/** What a pane says when it has nothing else to show. */
export function Message({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="message">
      <p class="message-title">{title}</p>
      {children}
    </div>
  );
}
