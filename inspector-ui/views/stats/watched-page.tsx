import type { ComponentChildren } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import { Outdated } from '../../components/outdated.tsx';
import { createRecordingValue } from '../../state/shell/recording-value.ts';
import { usePlacesOnly } from '../filter/use-places.ts';
import type { ViewProps } from '../view.ts';
import '../../components/page.css';

interface WatchedPageProps<T> extends ViewProps {
  /** Its name at the start of a sentence: `The stats`. */
  readonly name: string;
  readonly fetch: (recording: string, signal: AbortSignal) => Promise<T>;
  /** `again` fetches anew and keeps showing the value meanwhile. */
  readonly children: (value: T, again: () => void) => ComponentChildren;
}

/** A scrollable page with one value that is refetched while the recording grows. */
export function WatchedPage<T>({ inspector, opened, name, fetch, children }: WatchedPageProps<T>) {
  const watched = useMemo(() => {
    const { backend, startTimer } = inspector;
    return createRecordingValue({ recording: opened.recording, backend, startTimer }, fetch);
  }, [inspector, opened, fetch]);
  useEffect(() => watched.dispose, [watched]);
  usePlacesOnly(opened.find);
  const fetched = watched.fetched.value;
  return (
    <div
      class="page"
      role="region"
      aria-label={name}
      aria-busy={fetched.kind === 'loading'}
      tabIndex={0}
      data-keys="own"
    >
      {fetched.kind === 'loading' && <Loading text="Adding up…" />}
      {fetched.kind === 'failed' && (
        <Message title={`${name} could not be loaded`}>
          <p>{fetched.reason}</p>
          <button type="button" class="plain-button" onClick={watched.retry}>
            Try again
          </button>
        </Message>
      )}
      {fetched.kind === 'ready' && (
        <div class="page-body">
          <Outdated what={name} reason={fetched.outdated} onRetry={watched.retry} />
          {children(fetched.value, watched.again)}
        </div>
      )}
    </div>
  );
}
