import { useEffect } from 'preact/hooks';
import type { StatsFile } from '#core/model/stats.ts';
import type { TableSorts } from '../../state/shell/table-sorts.ts';
import { toTimelineHead } from '../timeline/timeline-rows.ts';
import { StatsFigures } from './stats-view.tsx';

interface StatsPageProps {
  readonly file: StatsFile;
  readonly sorts: TableSorts;
}

/** The stats of a recording that is not at hand: their figures lead nowhere. */
export function StatsPage({ file: { summary, stats }, sorts }: StatsPageProps) {
  const { name, client, agent, facts } = toTimelineHead(summary, summary.total);
  const title = `${client} ⇄ ${agent}`;
  useEffect(() => void (document.title = `Stats · ${title}`), [title]);
  return (
    <main class="page page-alone">
      <div class="page-body">
        <h1>{title}</h1>
        <p class="aside paragraph">
          {[name, new Date(summary.startedAt).toLocaleString(), facts].filter(Boolean).join(' · ')}
        </p>
        <StatsFigures stats={stats} links={undefined} sorts={sorts} />
      </div>
    </main>
  );
}
