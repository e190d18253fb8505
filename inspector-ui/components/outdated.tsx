import './outdated.css';

interface OutdatedProps {
  /** The name of the content, to begin a sentence: `These findings`. */
  readonly what: string;
  /** Why the last refresh failed; undefined if it succeeded. */
  readonly reason: string | undefined;
  readonly onRetry: () => void;
}

/** Warns that the content is outdated because a refresh failed. */
export function Outdated({ what, reason, onRetry }: OutdatedProps) {
  if (reason === undefined) return null;
  return (
    <p class="warning-line outdated" role="alert">
      {what} may be out of date. {reason}{' '}
      <button type="button" class="plain-button" onClick={onRetry}>
        Try again
      </button>
    </p>
  );
}
