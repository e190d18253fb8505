import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { parseInstant } from '../../text/time.ts';
import { useLastMoment } from '../../components/use-last-moment.ts';
import { VisibleText } from '../../components/visible-text.tsx';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute } from '../../state/page/route.ts';
import { focusSoon } from '../../components/focus-soon.ts';
import { DetailActions } from './detail-actions.tsx';
import { toDetailHead, toGroupHead } from './detail-rows.ts';
import { FileFact } from './file-fact.tsx';
import './detail-head.css';

/** Name, kind and facts of the selected entry. Uses only its row, so it does not wait for the body. */
export function DetailHeadView({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const row = opened.selectedRow.value;
  const startedAt = parseInstant(opened.summary.value.startedAt);
  const end = useLastMoment(inspector, opened);
  const ofGroup = opened.selectedGroupRow.value;
  const head =
    (ofGroup && toGroupHead(ofGroup, startedAt, end.value, opened.isLive.value, opened.axis.sessions.value)) ??
    (row && toDetailHead(row, startedAt, opened.axis.sessions.value));
  const pair = head?.pair;
  return (
    <header class="detail-head">
      {opened.cameFrom.value === 'findings' && (
        <InnerLink
          class="detail-origin"
          href={renderRoute({ recording: opened.recording, view: 'findings' })}
          title="To the finding that led here (4)"
          onFollow={() => {
            inspector.perform('view-findings');
            focusSoon('findings');
          }}
        >
          ‹ Back to the findings
        </InnerLink>
      )}
      <div class="detail-title-line">
        <button
          type="button"
          class="plain-button narrow-back"
          aria-label="Back to the timeline"
          onClick={() => inspector.perform('back')}
        >
          ‹
        </button>
        <h3 class="one-line sided detail-title" data-lane={head?.lane}>
          <span class="detail-seq">#{opened.selection.selected.value}</span> {head?.title ?? 'Entry'}
        </h3>
        {row && <DetailActions inspector={inspector} opened={opened} row={row} />}
        <button
          type="button"
          class="plain-button detail-close"
          aria-label="Close"
          title="Close (Esc)"
          onClick={() => inspector.perform('back')}
        >
          ×
        </button>
      </div>
      {head && (
        <>
          <p class="detail-what">
            {head.what}
            {pair && (
              <button
                type="button"
                class="plain-button"
                title="To its request or response (m)"
                onClick={() => inspector.goTo(pair.seq)}
              >
                → {pair.label}
              </button>
            )}
          </p>
          <dl class="detail-facts">
            {head.facts.map(({ name, value }) => (
              <div key={name} class="detail-fact">
                <dt>{name}</dt>
                <dd title={value}>{value}</dd>
              </div>
            ))}
            {row && <FileFact inspector={inspector} opened={opened} row={row} />}
          </dl>
          {row?.comment !== undefined && (
            <p class="kept-lines detail-comment">
              <VisibleText text={row.comment} lineEnds />{' '}
              {inspector.canComment.value && (
                <button
                  type="button"
                  class="plain-button"
                  title="Change the comment (C)"
                  onClick={() => inspector.perform('comment')}
                >
                  Edit
                </button>
              )}
            </p>
          )}
          {head.intervention && (
            <p class="detail-intervention" data-lost={head.intervention.isLost} data-testid="intervention">
              <b>acptap</b> · {head.intervention.text}
              {head.intervention.faults.map((fault) => (
                <code key={fault}>{fault}</code>
              ))}
            </p>
          )}
        </>
      )}
    </header>
  );
}
