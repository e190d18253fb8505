import { signal, type ReadonlySignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import type { EntryDetail } from '#core/model/row.ts';
import { seqOf } from '#core/units.ts';
import { reasonOf, type Backend } from '../../backends/backend.ts';

export type OtherEntry =
  | { readonly kind: 'loading' }
  | { readonly kind: 'ready'; readonly entry: EntryDetail }
  | { readonly kind: 'failed'; readonly reason: string };

/** Fetches an entry other than the selected one, with its body. */
export function useEntry(backend: Pick<Backend, 'entry'>, recording: string, seq: number): ReadonlySignal<OtherEntry> {
  const another = useMemo(() => signal<OtherEntry>({ kind: 'loading' }), [recording, seq]);
  useEffect(() => {
    const abort = new AbortController();
    backend.entry(recording, seqOf(seq), abort.signal).then(
      (entry) => void (another.value = { kind: 'ready', entry }),
      (error: unknown) => {
        if (!abort.signal.aborted) another.value = { kind: 'failed', reason: reasonOf(error) };
      },
    );
    return () => abort.abort();
  }, [backend, recording, seq, another]);
  return another;
}
