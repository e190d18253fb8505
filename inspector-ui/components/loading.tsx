import './loading.css';

/** A loading text. Appears after a delay, because most requests take only a few milliseconds. */
export function Loading({ text = 'Loading…' }: { text?: string }) {
  return <p class="loading">{text}</p>;
}
