import type { Inspector } from '../../state/inspector.ts';
import type { Opened } from '../../state/opened.ts';
import { TIME_LABELS } from '../../text/time.ts';
import { toTimelineHead } from './timeline-rows.ts';
import { ViewSwitch } from './view-switch.tsx';
import './timeline-head.css';

/** Whom the recording is between, in the colours of the lanes below, how it stands, and the ways to look at it. */
export function TimelineHead({ inspector, of }: { inspector: Inspector; of: Opened }) {
  const head = toTimelineHead(of.summary.value, of.timeline.total.value);
  const areFindingsShown = of.areFindingsShown.value;
  const mode = inspector.timeMode.value;
  return (
    <header class="pane-head timeline-head">
      <a class="plain-button narrow-back" href="#/" aria-label="All recordings">
        ‹
      </a>
      <h2 class="parties">
        <span class="party" data-of="client" title={head.client}>
          {head.client}
        </span>
        <span class="party-link" aria-label="with">
          ⇄
        </span>
        <span class="party" data-of="agent" title={head.agent}>
          {head.agent}
        </span>
      </h2>
      <ViewSwitch inspector={inspector} findings={head.findings} />
      <span class="timeline-facts" title={head.facts}>
        {head.facts}
      </span>
      {!areFindingsShown && (
        <button
          type="button"
          class="plain-button time-mode"
          title="How times are counted (t)"
          onClick={() => inspector.perform('time')}
        >
          {TIME_LABELS[mode]}
        </button>
      )}
      {of.isLive.value && !areFindingsShown && (
        <button
          type="button"
          class="plain-button follow"
          aria-pressed={of.follow.on.value}
          title="Keep the end in sight (f)"
          onClick={() => inspector.perform('follow')}
        >
          Follow
        </button>
      )}
      <button
        type="button"
        class="plain-button"
        aria-label="Keys"
        title="Keys (?)"
        onClick={() => inspector.perform('help')}
      >
        ?
      </button>
    </header>
  );
}
