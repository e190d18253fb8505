import { Fragment } from 'preact';
import { useMemo } from 'preact/hooks';
import { seqOf, type Seq } from '#core/units.ts';
import { Breakable } from '../../components/breakable.tsx';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute, type Route } from '../../state/page/route.ts';
import type { SortedBy, TableSorts } from '../../state/shell/table-sorts.ts';
import type { ViewProps } from '../view.ts';
import { DASH, type Cell, type Column, type StatsSection, type Target } from './cell.ts';
import { ColumnsPlot } from './columns-plot.tsx';
import { beginsLargest, sortCells } from './sort-cells.ts';
import { TableSlices } from './table-slice.tsx';
import './stats-table.css';

/** Follows links from figures. */
export interface FigureLinks {
  readonly recording: string;
  /** Opens an entry beside the figures. */
  readonly inspect: (seq: Seq) => void;
  /** Shows the entries that match a filter. */
  readonly show: (route: Route) => void;
}

interface LinkProps {
  /** Undefined where the recording is not at hand: figures are text then. */
  readonly links: FigureLinks | undefined;
}

interface TableProps extends LinkProps {
  readonly section: StatsSection;
  readonly sorts: TableSorts;
  /** Renders all rows, for Find. */
  readonly isWhole?: boolean;
}

export const figureLinks = ({ inspector, opened }: ViewProps): FigureLinks => ({
  recording: opened.recording,
  inspect: inspector.inspect,
  show: inspector.router.go,
});

/** A small table of figures and bars, sorted by any column. Figures link to their entries. */
export function StatsTable({ section, sorts, links, isWhole = false }: TableProps) {
  const { id, title, note, columns, rows } = section;
  const by = sorts.of(id);
  const sorted = useMemo(
    () =>
      sortCells(
        rows,
        by,
        columns.findIndex(({ name }) => name === by?.column),
      ),
    [rows, by],
  );
  return (
    <section class="figures" data-section={id} aria-labelledby={`figures-${id}`}>
      <h3 id={`figures-${id}`} class="figures-title">
        {title}
      </h3>
      {note !== '' && <p class="figures-note">{note}</p>}
      {rows.length > 0 && (
        <div class="scrolls-sideways figures-scroll" role="region" aria-label={title} tabIndex={0} data-keys="own">
          <table
            class="figures-table"
            data-stacks={isStacked(columns)}
            data-sorts={rows.length > 1}
            aria-rowcount={rows.length + 1}
          >
            <thead>
              <tr>
                {columns.map((column, place) => (
                  <th key={column.name} scope="col" {...ofColumn(column)} aria-sort={toAriaSort(by, column)}>
                    {rows.length > 1 ? (
                      <button
                        type="button"
                        class="bare-button sort-head"
                        title={`Sort by: ${column.kind === 'plot' ? `p95 of the ${column.name}` : column.name}`}
                        onClick={() => sorts.press(id, column.name, beginsLargest(rows, place))}
                      >
                        {column.name}
                        <span class="sort-mark" aria-hidden="true">
                          {by?.column === column.name && (by.isDescending ? '▾' : '▴')}
                        </span>
                      </button>
                    ) : (
                      column.name
                    )}
                  </th>
                ))}
              </tr>
            </thead>
            <TableSlices rows={sorted} isWhole={isWhole}>
              {(cells, index) => (
                <tr key={index} aria-rowindex={index + 2}>
                  {cells.map((cell, place) => {
                    const column = columns[place];
                    return (
                      column && (
                        <td
                          key={column.name}
                          {...ofColumn(column)}
                          data-name={column.name}
                          data-empty={isEmpty(cell)}
                          title={cell.title}
                          data-tone={cell.tone}
                        >
                          <CellView links={links} cell={cell} />
                        </td>
                      )
                    );
                  })}
                </tr>
              )}
            </TableSlices>
          </table>
        </div>
      )}
    </section>
  );
}

const toAriaSort = (by: SortedBy | undefined, { name }: Column) =>
  by?.column === name ? (by.isDescending ? 'descending' : 'ascending') : undefined;

/** Whether a table becomes a list on a phone, with each row's figures below its name. */
const isStacked = (columns: readonly Column[]) =>
  columns.length >= 5 || columns.filter(({ kind }) => kind === 'name').length >= 2;

const isEmpty = ({ text, bar = [], heights = [] }: Cell) =>
  bar.length === 0 && heights.length === 0 && (text === '' || text === DASH.text);

const ofColumn = ({ kind, isMinor }: Column) => ({
  'data-kind': kind,
  'data-minor': isMinor || undefined,
});

/** The text of a cell, as a link if it has a target, with its bar. */
export function CellView({ cell, links }: LinkProps & { readonly cell: Cell }) {
  const { text, to, bar, heights, title = '' } = cell;
  return (
    <>
      {heights && <ColumnsPlot heights={heights} label={title} />}
      {bar && bar.length > 0 && (
        <span class="figure-bar" aria-hidden="true">
          {bar.map(({ owner, share }) => (
            <span
              key={owner}
              class="owner-bar figure-bar-part"
              data-of={owner}
              style={{ inlineSize: `${100 * share}%` }}
            />
          ))}
        </span>
      )}
      {to && links ? (
        <TargetLink links={links} to={to} text={text} />
      ) : (
        text !== '' && <bdi class="figure-text">{bar ? <Parts text={text} /> : <Breakable text={text} />}</bdi>
      )}
    </>
  );
}

/** `agent 47 ms, person 3.8 ms`: wraps between parts, never between a figure and its unit. */
function Parts({ text }: { text: string }) {
  const parts = text.split(', ');
  return (
    <>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {index > 0 && ' '}
          <span class="figure-part">
            {part}
            {index < parts.length - 1 && ','}
          </span>
        </Fragment>
      ))}
    </>
  );
}

/** Link to an entry, which opens beside the figures, or to the timeline with a filter. */
function TargetLink({
  links: { recording, inspect, show },
  to,
  text,
}: {
  readonly links: FigureLinks;
  readonly to: Target;
  readonly text: string;
}) {
  if ('seq' in to)
    return (
      <InnerLink
        class="figure-link"
        title={`Open entry #${to.seq}`}
        href={renderRoute({ recording, seq: seqOf(to.seq) })}
        onFollow={() => inspect(seqOf(to.seq))}
      >
        <bdi>
          <Breakable text={text} />
        </bdi>
      </InnerLink>
    );
  const route: Route = { recording, q: to.q };
  return (
    <InnerLink
      class="figure-link"
      title={`Show in the timeline: ${to.q}`}
      href={renderRoute(route)}
      onFollow={() => show(route)}
    >
      <bdi>
        <Breakable text={text} />
      </bdi>
    </InnerLink>
  );
}
