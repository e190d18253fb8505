import { useSignal, type Signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { clamp } from '#core/clamp.ts';
import type { Stats } from '#core/model/stats.ts';
import { seqOf } from '#core/units.ts';
import { toColumns } from './columns-plot.tsx';
import type { FigureLinks } from './stats-table.tsx';
import { toTurnPlots, turnAfterKey, type TurnPlot } from './turn-plot-rows.ts';
import './turn-plots.css';

interface PlotsProps {
  readonly stats: Stats;
  readonly links: FigureLinks | undefined;
}

/** Time, tokens and cost of each turn, in the order of turns. All plots mark the same turn. */
export function TurnPlots({ stats, links }: PlotsProps) {
  const plots = useMemo(() => toTurnPlots(stats), [stats]);
  const current = useSignal<number | undefined>(undefined);
  const open = () => {
    const turn = stats.turns[current.peek() ?? -1];
    if (turn) links?.inspect(seqOf(turn.seq));
  };
  if (plots.length === 0) return null;
  return (
    <section class="figures" data-section="over-turns" aria-labelledby="figures-over-turns">
      <h3 id="figures-over-turns" class="figures-title">
        Over turns
      </h3>
      <div class="turn-plots">
        {plots.map((plot) => (
          <TurnPlotView key={plot.id} plot={plot} current={current} onOpen={open} />
        ))}
      </div>
    </section>
  );
}

interface PlotProps {
  readonly plot: TurnPlot;
  /** Index of the marked turn. */
  readonly current: Signal<number | undefined>;
  readonly onOpen: () => void;
}

function TurnPlotView({ plot: { id, title, most, series, ends, count, textOf }, current, onOpen }: PlotProps) {
  const marked = current.value;
  const point = (event: PointerEvent | MouseEvent) => {
    if (!(event.currentTarget instanceof Element)) return;
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const index = Math.floor(((event.clientX - left) / Math.max(width, 1)) * count);
    current.value = clamp(index, 0, count - 1);
  };
  const press = (event: KeyboardEvent) => {
    const next = turnAfterKey(event.key, current.peek(), count);
    if (event.key === 'Enter') onOpen();
    else if (next === undefined) return;
    else current.value = next;
    event.preventDefault();
    event.stopPropagation();
  };
  const text = textOf(marked ?? -1);
  return (
    <div class="turn-plot" data-plot={id}>
      <p class="turn-plot-head">
        {title} <span class="aside digits">{text ?? `at most ${most}`}</span>
      </p>
      <div
        class="turn-plot-box"
        role="slider"
        tabIndex={0}
        data-keys="own"
        aria-label={`${title} of each turn`}
        aria-valuemin={1}
        aria-valuemax={count}
        aria-valuenow={(marked ?? 0) + 1}
        aria-valuetext={text ?? `at most ${most}`}
        onKeyDown={press}
        onPointerMove={point}
        onPointerLeave={() => void (current.value = undefined)}
        onClick={(event) => {
          point(event);
          onOpen();
        }}
      >
        <svg class="turn-plot-drawing" viewBox={`0 0 ${count} 1`} preserveAspectRatio="none" aria-hidden="true">
          {marked !== undefined && <rect class="turn-plot-mark" x={marked} y="0" width="1" height="1" />}
          {series.map(({ of, columns }) => (
            <path key={of} class="plot-part" data-of={of} d={toColumns(columns)} />
          ))}
        </svg>
      </div>
      <p class="aside digits turn-plot-ends" aria-hidden="true" style={{ '--columns': count }}>
        {ends.map((end) => (
          <span key={end}>{end}</span>
        ))}
      </p>
      {series.length > 1 && id !== 'time' && (
        <p class="legend" aria-hidden="true">
          {series.map(({ of }) => (
            <span key={of} class="legend-item">
              <svg class="legend-mark" viewBox="0 0 1 1" preserveAspectRatio="none">
                <path class="plot-part" data-of={of} d="M0 0h1v1h-1z" />
              </svg>
              {of}
            </span>
          ))}
        </p>
      )}
    </div>
  );
}
