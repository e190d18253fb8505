import type { Inspector } from '../../state/shell/inspector.ts';
import type { SearchState } from '../../state/recordings/search.ts';
import { toFoundRows, toSearchStatus } from './search-rows.ts';
import './search-results.css';

/** The hits of a search, by recording. Each opens the recording at its entry. */
export function SearchResults({ inspector, state }: { inspector: Inspector; state: SearchState }) {
  const { recording, seq } = inspector.router.route.value;
  return (
    <>
      <p class="aside search-status" role="status">
        {toSearchStatus(state)}
      </p>
      {toFoundRows(state, inspector.now()).map(({ id, title, started, count, all, hits }) => (
        <section key={id} aria-label={title} data-found={id}>
          <h2 class="aside recording-group">
            <span class="one-line" title={title}>
              {title}
            </span>
            <span class="digits search-start">{started}</span>
            <a class="digits" href={all} title="Open the recording with this filter">
              {count}
            </a>
          </h2>
          <ul class="plain-list">
            {hits.map((hit) => (
              <li key={hit.seq}>
                <a
                  class="hoverable search-hit"
                  href={hit.href}
                  aria-current={id === recording && hit.seq === seq ? 'page' : undefined}
                >
                  <span class="one-line">
                    <span class="digits soft">#{hit.seq}</span>{' '}
                    <code class="sided" data-of={hit.of}>
                      {hit.name}
                    </code>{' '}
                    {hit.summary}
                  </span>
                  {hit.excerpt && (
                    <span class="one-line soft">
                      {hit.excerpt.before}
                      <mark>{hit.excerpt.found}</mark>
                      {hit.excerpt.after}
                    </span>
                  )}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  );
}
