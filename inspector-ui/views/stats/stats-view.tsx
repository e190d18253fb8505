import { useMemo } from 'preact/hooks';
import type { Stats, TimeByOwner } from '#core/model/stats.ts';
import type { TableSorts } from '../../state/shell/table-sorts.ts';
import { useStages } from '../../components/use-stages.ts';
import { UnfilteredNote } from '../filter/unfiltered-note.tsx';
import type { ViewProps } from '../view.ts';
import { CellView, figureLinks, StatsTable, type FigureLinks } from './stats-table.tsx';
import { withoutLineBreaks } from './cell.ts';
import { ownersIn, toStatsRows } from './stats-rows.ts';
import { TurnPlots } from './turn-plots.tsx';
import { WatchedPage } from './watched-page.tsx';
import './stats-view.css';

/** Durations, their owners, and the costs that the agent reported. */
export function StatsView(props: ViewProps) {
  return (
    <WatchedPage {...props} name="The stats" fetch={props.inspector.backend.stats}>
      {(stats) => <StatsBody {...props} stats={stats} />}
    </WatchedPage>
  );
}

function StatsBody({ stats, ...props }: ViewProps & { readonly stats: Stats }) {
  return (
    <>
      <h2 class="visually-hidden">Stats</h2>
      <UnfilteredNote opened={props.opened} what="These numbers cover" />
      <StatsFigures
        stats={stats}
        links={figureLinks(props)}
        sorts={props.opened.sorts}
        isWhole={props.opened.find.isOpen.value}
      />
    </>
  );
}

interface FiguresProps {
  readonly stats: Stats;
  readonly links: FigureLinks | undefined;
  readonly sorts: TableSorts;
  /** Renders all rows, for Find. */
  readonly isWhole?: boolean;
}

/** All stats, also without their recording. */
export function StatsFigures({ stats, links, sorts, isWhole = false }: FiguresProps) {
  const { facts, sections } = useMemo(() => toStatsRows(stats), [stats]);
  const stage = useStages(sections.length + 1);
  return (
    <>
      <dl class="facts">
        {facts.map(({ name, cell, more }) => (
          <div key={name} class="framed figure-fact">
            <dt>{name}</dt>
            <dd class="digits fact-figure" data-tone={cell.tone}>
              <CellView links={links} cell={cell} />
            </dd>
            {more !== '' && <dd class="fact-more">{withoutLineBreaks(more)}</dd>}
          </div>
        ))}
      </dl>
      <Legend owners={ownersIn(stats)} />
      {stage > 0 && <TurnPlots stats={stats} links={links} />}
      {sections.slice(0, Math.max(stage - 1, 0)).map((section) => (
        <StatsTable key={section.id} links={links} sorts={sorts} section={section} isWhole={isWhole} />
      ))}
    </>
  );
}

/** Legend of the parts of a bar. */
function Legend({ owners }: { readonly owners: readonly (keyof TimeByOwner)[] }) {
  return (
    <p class="legend" aria-hidden="true">
      {owners.map((owner) => (
        <span key={owner} class="legend-item">
          <span class="owner-bar figure-bar-part legend-mark" data-of={owner} />
          {owner === 'human' ? 'person' : owner}
        </span>
      ))}
    </p>
  );
}
