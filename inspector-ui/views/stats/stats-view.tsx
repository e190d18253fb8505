import type { Stats } from '#core/model/stats.ts';
import { UnfilteredNote } from '../filter/unfiltered-note.tsx';
import type { ViewProps } from '../views.ts';
import { CellView, StatsTable } from './stats-table.tsx';
import { withoutLineBreaks } from './cell.ts';
import { toStatsRows } from './stats-rows.ts';
import { WatchedPage } from './watched-page.tsx';
import './stats-view.css';

/** Durations, their owners, and the costs that the agent reported. */
export function StatsView(props: ViewProps) {
  return (
    <WatchedPage {...props} name="The numbers" fetch={props.inspector.backend.stats}>
      {(stats) => <StatsBody {...props} stats={stats} />}
    </WatchedPage>
  );
}

function StatsBody({ stats, ...props }: ViewProps & { readonly stats: Stats }) {
  const { facts, sections } = toStatsRows(stats);
  return (
    <>
      <h2 class="visually-hidden">Stats</h2>
      <UnfilteredNote of={props.of} what="These numbers are" />
      <dl class="facts">
        {facts.map(({ name, cell, more }) => (
          <div key={name} class="framed figure-fact">
            <dt>{name}</dt>
            <dd class="digits fact-figure" data-tone={cell.tone}>
              <CellView {...props} cell={cell} />
            </dd>
            {more !== '' && <dd class="fact-more">{withoutLineBreaks(more)}</dd>}
          </div>
        ))}
      </dl>
      <Legend />
      {sections.map((section) => (
        <StatsTable key={section.id} {...props} section={section} />
      ))}
    </>
  );
}

/** Legend of the parts of a bar. */
function Legend() {
  return (
    <p class="legend" aria-hidden="true">
      {(['agent', 'client', 'human'] as const).map((of) => (
        <span key={of} class="legend-item">
          <span class="owner-bar figure-bar-part legend-mark" data-of={of} />
          {of === 'human' ? 'person' : of}
        </span>
      ))}
    </p>
  );
}
