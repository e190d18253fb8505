import { Fragment } from 'preact';
import { seqOf } from '#core/units.ts';
import { Breakable } from '../../components/breakable.tsx';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute, type Route } from '../../state/shell/route.ts';
import type { ViewProps } from '../views.ts';
import { DASH, type Cell, type Column, type StatsSection, type Target } from './cell.ts';
import { TableSlices } from './table-slice.tsx';
import './stats-table.css';

interface TableProps extends ViewProps {
  readonly section: StatsSection;
}

/** A small table of figures and bars. Figures link to their entries. */
export function StatsTable({ section, ...props }: TableProps) {
  const { id, title, note, columns, rows } = section;
  return (
    <section class="figures" data-section={id} aria-labelledby={`figures-${id}`}>
      <h3 id={`figures-${id}`} class="figures-title">
        {title}
      </h3>
      {note !== '' && <p class="figures-note">{note}</p>}
      {rows.length > 0 && (
        <div class="scrolls-sideways figures-scroll" role="region" aria-label={title} tabIndex={0} data-keys="own">
          <table class="figures-table" data-stacks={isStacked(columns)} aria-rowcount={rows.length + 1}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.name} scope="col" {...ofColumn(column)}>
                    {column.name}
                  </th>
                ))}
              </tr>
            </thead>
            <TableSlices rows={rows}>
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
                          <CellView {...props} cell={cell} />
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

/** Whether a table becomes a list on a phone, with each row's figures below its name. */
const isStacked = (columns: readonly Column[]) =>
  columns.length >= 5 || columns.filter(({ kind }) => kind === 'name').length >= 2;

const isEmpty = ({ text, bar = [] }: Cell) => bar.length === 0 && (text === '' || text === DASH.text);

const ofColumn = ({ kind, isMinor }: Column) => ({
  'data-kind': kind,
  'data-minor': isMinor || undefined,
});

/** The text of a cell, as a link if it has a target, with its bar. */
export function CellView({ cell, ...props }: ViewProps & { readonly cell: Cell }) {
  const { text, to, bar } = cell;
  return (
    <>
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
      {to ? (
        <TargetLink {...props} to={to} text={text} />
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
export function TargetLink({ inspector, of, to, text }: ViewProps & { readonly to: Target; readonly text: string }) {
  const { recording } = of;
  if ('seq' in to)
    return (
      <InnerLink
        class="figure-link"
        title={`Open entry #${to.seq}`}
        href={renderRoute({ recording, seq: seqOf(to.seq) })}
        onFollow={() => inspector.inspect(seqOf(to.seq))}
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
      onFollow={() => inspector.router.go(route)}
    >
      <bdi>
        <Breakable text={text} />
      </bdi>
    </InnerLink>
  );
}
