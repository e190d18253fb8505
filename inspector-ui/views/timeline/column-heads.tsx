import type { Columns } from '../../state/list/columns.ts';
import { AxisHead, type AxisHeadProps } from './axis-head.tsx';
import { ColumnHandles } from './column-handles.tsx';
import { LaneNames } from './lane-names.tsx';

interface HeadsProps {
  readonly columns: Columns;
  readonly axis: AxisHeadProps;
}

/** Column heads with resize handles. Hidden from screen readers, because each cell names its content. */
export function ColumnHeads({ columns, axis }: HeadsProps) {
  return (
    <div class="column-head-line">
      <div class="list-row row list-heads column-heads" aria-hidden="true">
        <span class="cell-seq">#</span>
        <span class="cell-time">time</span>
        <span class="cell-wire">
          <LaneNames class="sided wire-head" />
        </span>
        <span class="cell-title">method</span>
        <span class="cell-id">id</span>
        <span class="cell-summary">what</span>
        <AxisHead {...axis} />
        <span class="cell-duration">duration</span>
        <span class="cell-size">size</span>
        <span class="cell-findings" />
      </div>
      <ColumnHandles columns={columns} />
    </div>
  );
}
