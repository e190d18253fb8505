import './loading.css';

/** What is waited for. It comes within a few milliseconds: the words appear only when it does not. */
export function Loading({ text = 'Loading…' }: { text?: string }) {
  return <p class="loading">{text}</p>;
}
