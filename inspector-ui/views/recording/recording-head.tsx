import { idleOf, isIdle } from '#core/share/idle.ts';
import { ThemeSwitch } from '../../components/theme-switch.tsx';
import { useClock } from '../../components/use-clock.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatTicking, TIME_LABELS } from '../../text/time.ts';
import { toTimelineHead } from '../timeline/timeline-rows.ts';
import './recording-head.css';

/** Client and agent in the colours of the lanes, the state of the recording, and the page's buttons. */
export function RecordingHead({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const head = toTimelineHead(opened.summary.value, opened.timeline.counts.value.entries);
  const isTimeline = opened.view.value === 'timeline';
  const marks = inspector.marks.of(opened.recording);
  return (
    <header class="head-line pane-head recording-head">
      <a class="plain-button narrow-back" href="#/" aria-label="All recordings">
        ‹
      </a>
      {inspector.layout.layout.value.isListHidden && (
        <button
          type="button"
          class="plain-button wide-only"
          aria-label="Show the list of recordings"
          title="Show the list (l)"
          onClick={() => inspector.perform('list')}
        >
          »
        </button>
      )}
      <h2 class="parties">
        {head.name && (
          <span class="one-line recording-name" title={head.name}>
            {head.name}
          </span>
        )}
        <span class="one-line sided party" data-of="client" title={head.client}>
          {head.client}
        </span>
        <span class="party-link" role="img" aria-label="with">
          ⇄
        </span>
        <span class="one-line sided party" data-of="agent" title={head.agent}>
          {head.agent}
        </span>
      </h2>
      <span class="one-line aside digits recording-facts-line" title={head.facts}>
        <IdleTime inspector={inspector} opened={opened} />
        {head.facts}
      </span>
      {isTimeline && (
        <button
          type="button"
          class="plain-button time-mode"
          title="How times are counted (t)"
          onClick={() => inspector.perform('time')}
        >
          {TIME_LABELS[inspector.timeMode.value]}
        </button>
      )}
      {marks.length > 0 && (
        <button
          type="button"
          class="plain-button"
          title="Marked entries"
          onClick={() => inspector.openOverlay('marks')}
        >
          {marks.length} marked
        </button>
      )}
      {opened.isLive.value && (
        <button
          type="button"
          class="plain-button take-part-button"
          aria-label="Take part"
          title="Take part: breakpoints and faults (b)"
          onClick={() => inspector.perform('take-part')}
        >
          <span class="held-mark" aria-hidden="true" />
          <span class="take-part-label">Take part…</span>
        </button>
      )}
      {opened.isLive.value && isTimeline && (
        <button
          type="button"
          class="plain-button follow"
          aria-pressed={opened.follow.on.value}
          title="Keep the end in sight (f); pause (Space)"
          onClick={() => inspector.perform('follow')}
        >
          Follow
        </button>
      )}
      <button
        type="button"
        class="plain-button"
        title="Copy or save the recording or a part of it (y)"
        onClick={() => inspector.perform('copy-as')}
      >
        Copy…
      </button>
      <ThemeSwitch inspector={inspector} />
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

/** How long a recording in which every request is answered has been silent. It is no line of its own, which would come and go. */
function IdleTime({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const recording = opened.summary.value;
  const now = useClock(inspector, isIdle(recording)).value;
  const idle = idleOf(recording, now);
  return idle ? <span title={idle.words}>{`client to act for ${formatTicking(idle.us)} · `}</span> : null;
}
