import type { ComponentChildren } from 'preact';
import './message.css';

/** The message of an empty pane. */
export function Message({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <div class="message">
      <p class="message-title">{title}</p>
      {children}
    </div>
  );
}
