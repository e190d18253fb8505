import { useMemo } from 'preact/hooks';
import { createKeptElements } from '../../components/kept-elements.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { SearchState } from '../../state/recordings/search.ts';
import { splitAtWords, toFoundRow, toSearchStatus, type FoundRow } from './search-rows.ts';
import { formatCounted } from '../../text/size.ts';
import './search-results.css';

/** The hits of a search, by recording. Each opens the recording at its entry. */
export function SearchResults({ inspector, state }: { inspector: Inspector; state: SearchState }) {
  const { recording, seq } = inspector.router.route.value;
  const now = inspector.now();
  const today = new Date(now).toDateString();
  const items = useMemo(createKeptElements, []);
  const isOld = inspector.search.problem.value !== undefined;
  return (
    <div class="search-results" data-old={isOld}>
      <p class="aside search-status" role="status">
        {toSearchStatus(state, isOld)}
      </p>
      {state.found.map((each) => {
        const { id } = each.recording;
        const current = id === recording ? seq : undefined;
        return items(id, [each, state.q, today, current], () => (
          <FoundRecording key={id} {...toFoundRow(each, state.q, now)} current={current} />
        ));
      })}
      {state.status === 'paused' && !isOld && (
        <button type="button" class="plain-button search-on" onClick={inspector.search.goOn}>
          Search {formatCounted(state.total - state.searched, 'more recording')}
        </button>
      )}
    </div>
  );
}

/** A recording with its first hits. `current`: the entry that is open. */
function FoundRecording({
  id,
  title,
  subtitle,
  started,
  count,
  all,
  words,
  hits,
  current,
}: FoundRow & { readonly current: number | undefined }) {
  return (
    <section aria-label={title} data-found={id}>
      <h2 class="aside recording-group">
        <span class="one-line" title={title}>
          {title}
        </span>
        <span class="one-line soft search-peers" title={subtitle}>
          {subtitle}
        </span>
        <span class="digits search-start">{started}</span>
        <a class="digits search-count" href={all} title="Open the recording with this filter">
          {count}
        </a>
      </h2>
      <ul class="plain-list">
        {hits.map((hit) => (
          <li key={hit.seq}>
            <a class="hoverable search-hit" href={hit.href} aria-current={hit.seq === current ? 'page' : undefined}>
              <span class="one-line" title={hit.summary}>
                <span class="digits soft">#{hit.seq}</span>{' '}
                <code class="sided" data-of={hit.of}>
                  <MarkedWords text={hit.name} words={words} />
                </code>{' '}
                <MarkedWords text={hit.summary} words={words} />
              </span>
              {hit.excerpt && (
                <span
                  class="soft search-excerpt"
                  title={`${hit.excerpt.before}${hit.excerpt.found}${hit.excerpt.after}`}
                >
                  <span class="search-before">
                    <span>{hit.excerpt.before}</span>
                  </span>
                  <mark>{hit.excerpt.found}</mark>
                  <span class="search-after">{hit.excerpt.after}</span>
                </span>
              )}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const MarkedWords = ({ text, words }: { text: string; words: readonly string[] }) => (
  <>{splitAtWords(text, words).map((piece, index) => (index % 2 === 1 ? <mark key={index}>{piece}</mark> : piece))}</>
);
