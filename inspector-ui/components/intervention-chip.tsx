import type { ChangeWords, InterventionMark } from '../text/intervention.ts';
import './intervention-chip.css';

/** The intervention on a frame, in words and in acptap's colour, with the old and the new value of a changed frame. */
export function InterventionChip({ mark: { text, isLost, change } }: { mark: InterventionMark }) {
  return (
    <>
      <span class="one-line intervention" data-lost={isLost} title={`acptap: ${text}`}>
        <span class="intervention-by">acptap: </span>
        {text}
      </span>
      {change && <Change change={change} />}
    </>
  );
}

function Change({ change: { name, pointer, before, after, more } }: { change: ChangeWords }) {
  return (
    <bdi class="change" title={`${pointer} ${before ?? 'nothing'} → ${after ?? 'nothing'} ${more}`.trim()}>
      {name !== undefined && <span class="one-line change-name">{name}</span>}
      {before !== undefined && <del class="one-line">{before}</del>}
      {after !== undefined && <ins class="one-line">{after}</ins>}
      {more && <span class="soft">{more}</span>}
    </bdi>
  );
}
