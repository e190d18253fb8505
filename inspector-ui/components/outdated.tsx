import './outdated.css';

interface OutdatedProps {
  /** What it is about, at the head of a sentence: `These findings`. */
  readonly what: string;
  /** Why it could not be fetched again; undefined when it was. */
  readonly reason: string | undefined;
  readonly onRetry: () => void;
}

/** Says so when what is shown could not be fetched again. */
export function Outdated({ what, reason, onRetry }: OutdatedProps) {
  if (reason === undefined) return null;
  return (
    <p class="outdated" role="alert">
      {what} may be out of date. {reason}{' '}
      <button type="button" class="plain-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
