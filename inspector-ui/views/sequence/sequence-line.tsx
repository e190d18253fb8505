import { CommentText } from '../../components/comment-text.tsx';
import { InterventionChip } from '../../components/intervention-chip.tsx';
import { EMPTY_ROW } from '../timeline/timeline-rows.ts';
import type { SequenceRow } from './sequence-rows.ts';
import './sequence-line.css';
import './sequence-arrow.css';
import './sequence-label.css';
import './sequence-wait.css';

interface LineProps {
  /** Index in the list. */
  readonly place: number;
  readonly seq: number | undefined;
  /** Undefined while it is being fetched. */
  readonly row: SequenceRow | undefined;
  readonly isSelected: boolean;
  readonly isPaired: boolean;
  readonly isMarked: boolean;
}

/** One row: time, the labelled arrow between the lanes, and findings in words. */
export function SequenceLine({ place, seq, row, isSelected, isPaired, isMarked }: LineProps) {
  const line = row ?? EMPTY_ROW;
  return (
    <div
      id={`row-${place}`}
      class="list-row sequence-row"
      role="row"
      aria-rowindex={place + 1}
      aria-level={line.level + 1}
      aria-expanded={line.isOpen}
      aria-selected={isSelected}
      aria-busy={!row}
      data-place={place}
      data-seq={seq}
      data-lane={line.lane}
      data-kind={line.kind}
      data-arrow={row?.arrow}
      data-exchange={line.exchange}
      data-grade={line.badge?.grade}
      data-paired={isPaired}
      data-marked={isMarked}
      data-hue={row?.session?.hue}
      data-lost={line.mark?.isLost}
      data-own={line.own}
      data-toward={line.toward}
    >
      <span role="gridcell" class="sequence-seq">
        {isMarked && <span class="visually-hidden">marked, </span>}
        {seq}
      </span>
      <span role="gridcell" class="sequence-time">
        {line.time}
      </span>
      <span role="gridcell" class="sequence-delta" data-gap={row?.isGap}>
        {row?.delta}
      </span>
      <span role="gridcell" class="sequence-lanes of-lane" data-active={row?.isActive}>
        {row && <Lanes row={row} />}
      </span>
      <span role="gridcell" class="one-line sequence-session">
        {row?.session?.isNew && <bdi title={row.session.id}>{row.session.label}</bdi>}
      </span>
    </div>
  );
}

function Lanes({ row }: { row: SequenceRow }) {
  const { way, arrow, name, said, count, status, duration, exchange, wrong, badge, human, isOpen, mark, comment } = row;
  return (
    <>
      <span class="visually-hidden">{way}: </span>
      {human && (
        <span class="sequence-wait" title={`${human.text} until a person had answered`}>
          <span class="sequence-wait-bar" aria-hidden="true" style={{ inlineSize: `${100 * human.share}%` }} />
          <span class="sequence-wait-text">
            <span class="visually-hidden">a person took </span>
            {human.text}
          </span>
        </span>
      )}
      {arrow !== 'note' && (
        <span class="sequence-arrow" aria-hidden="true" data-jump={exchange === 'answered' || undefined} />
      )}
      <span class="sequence-label">
        {isOpen !== undefined && <span class="chevron" aria-hidden="true" data-open={isOpen} data-toggle />}
        <bdi class="one-line sequence-what" title={[name, said].filter(Boolean).join('  ')}>
          {name && <span class="sequence-name">{name}</span>}
          {name && said && '  '}
          {said && <span class="sequence-said">{said}</span>}
        </bdi>
        {count && (
          <span class="sequence-count" data-toggle>
            × {count}
          </span>
        )}
        {status && (
          <span class="toned sequence-status" data-tone={status.tone}>
            {status.text}
          </span>
        )}
        {mark && <InterventionChip mark={mark} />}
        {comment && <CommentText text={comment} />}
        {duration && <span class="sequence-duration">{duration}</span>}
        {wrong && (
          <span class="one-line graded sequence-wrong" data-grade={badge?.grade} title={wrong}>
            {wrong}
          </span>
        )}
      </span>
    </>
  );
}
