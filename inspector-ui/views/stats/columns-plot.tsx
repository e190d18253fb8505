import './columns-plot.css';

/** Gap between columns, as a part of a column. */
const GAP = 0.15;

/** Small columns, one path. Its label has the figures. */
export function ColumnsPlot({ heights, label }: { readonly heights: readonly number[]; readonly label: string }) {
  return (
    <svg
      class="columns-plot"
      viewBox={`0 0 ${heights.length} 1`}
      preserveAspectRatio="none"
      role="img"
      aria-label={label}
    >
      <path d={toColumns(heights.map((height) => [0, height]))} />
    </svg>
  );
}

/** Returns the path of columns, each from one height to another, 0 … 1 from the bottom. */
export const toColumns = (parts: readonly (readonly [from: number, to: number])[]): string =>
  parts
    .map(([from, to], index) =>
      to > from ? `M${index + GAP} ${round(1 - to)}h${1 - 2 * GAP}V${round(1 - from)}h-${1 - 2 * GAP}z` : '',
    )
    .join('');

const round = (value: number) => Math.round(value * 1000) / 1000;
