import { epochMs, seqOf } from '#core/units.ts';
import { useClock } from '../../components/use-clock.ts';
import type { HeldCommand } from '../../state/live/held-commands.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { formatCounted } from '../../text/size.ts';
import { focusSoon } from '../../components/focus-soon.ts';
import { toHeldRows } from './held-rows.ts';
import './held-strip.css';

/**
 * The oldest held frame of each side of a running agent, and how many more are held. The keys r, a, w and x act on the
 * first; R releases all.
 */
export function HeldStrip({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const { takingPart } = inspector;
  const { held, count, ahead } = takingPart.heldIn(opened.recording);
  const now = useClock(inspector, count > 0);
  const { rows, more } = toHeldRows(held, count, epochMs(now.value - ahead));
  return (
    <>
      <p class="visually-hidden" role="status">
        {count > 0 && formatCounted(count, 'frame is held', 'frames are held')}
      </p>
      {count > 0 && (
        <section class="held-strip" aria-label="Held frames">
          {rows.map(({ frame, from, toward, name, summary, why, since, left, isSoon, behind }, index) => {
            const act = (command: HeldCommand) => () => {
              inspector.performOnHeld(command, frame);
              if (command !== 'edit' && command !== 'answer')
                focusSoon('timeline', 'sequence', 'conversation', 'findings');
            };
            const key = (text: string) => (index === 0 ? text : undefined);
            return (
              <article key={frame.number} class="held" data-held={frame.number}>
                <span class="held-mark" aria-hidden="true" />
                <span class="held-what" title={why}>
                  <span class="sided held-way" data-of={from}>
                    {from} to {toward}
                  </span>
                  {typeof frame.seq === 'number' ? (
                    <button
                      type="button"
                      class="one-line bare-button held-name"
                      title={`To entry #${frame.seq}`}
                      onClick={() => inspector.visit(seqOf(frame.seq ?? 0))}
                    >
                      {name}
                    </button>
                  ) : (
                    <strong class="one-line held-name">{name}</strong>
                  )}
                  <span class="one-line soft held-summary" title={`${summary}\n${why}`}>
                    {summary}
                  </span>
                </span>
                <span class="digits held-facts">
                  held {since}, <span data-soon={isSoon}>{left} left</span>
                  {behind && `, ${behind}`}
                </span>
                <span class="held-buttons">
                  <HeldButton label="Release" keyName={key('r')} onClick={act('release')} />
                  {frame.kind === 'request' && (
                    <HeldButton label="Answer…" keyName={key('a')} onClick={act('answer')} />
                  )}
                  <HeldButton label="Edit…" keyName={key('w')} onClick={act('edit')} />
                  <HeldButton label="Drop" keyName={key('x')} onClick={act('drop')} />
                </span>
              </article>
            );
          })}
          {count > 1 && (
            <p class="held held-end">
              <span class="soft">{more}</span>
              <HeldButton label="Release all" keyName="R" onClick={() => inspector.perform('release-all')} />
            </p>
          )}
        </section>
      )}
    </>
  );
}

interface ButtonProps {
  readonly label: string;
  readonly keyName: string | undefined;
  readonly onClick: () => void;
}

const HeldButton = ({ label, keyName, onClick }: ButtonProps) => (
  <button type="button" class="plain-button" aria-keyshortcuts={keyName} onClick={onClick}>
    {label}
    {keyName && <kbd aria-hidden="true">{keyName}</kbd>}
  </button>
);
