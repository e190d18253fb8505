import { Dialog } from '../../components/dialog.tsx';
import { byCommand, KEYS, keyName } from '../../state/page/commands.ts';
import './help-overlay.css';

/** Dialog with the keys and the colours of the waterfall. */
export function HelpOverlay({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keys" class="help" onClose={onClose}>
      <div class="help-sections">
        {KEYS.map(({ title, lines }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl class="help-keys">
              {byCommand(lines).map((own) => (
                <div key={own[0]?.command} class="help-line">
                  <dt>
                    {own
                      .flatMap(({ keys }) => keys)
                      .map((key) => (
                        <kbd key={key}>{keyName(key)}</kbd>
                      ))}
                  </dt>
                  <dd>{own[0]?.does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
        <section>
          <h3>Waterfall</h3>
          <dl class="help-keys">
            {LEGEND.map(({ of, means }) => (
              <div key={of} class="help-line">
                <dt>
                  <span class="help-bar owner-bar bar" data-of={of} />
                </dt>
                <dd>{means}</dd>
              </div>
            ))}
          </dl>
          <ul class="soft help-notes">
            {NOTES.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </section>
      </div>
    </Dialog>
  );
}

const LEGEND = [
  { of: 'agent', means: 'the agent’s time' },
  { of: 'client', means: 'waiting for the client: files, terminals' },
  { of: 'human', means: 'waiting for a person: permissions, questions' },
  { of: 'acptap', means: 'acptap kept a frame: breakpoints, delays' },
  { of: 'silent', means: 'still waiting, and nothing comes from that side' },
] as const;

const NOTES = [
  'Bars: their parts are in the order of time. In a live recording, a moving end means that the side sends frames. A hollow end grows while nothing comes from that side.',
  'Zoom: Ctrl and the wheel zoom the time axis. A drag on its head shows a part of it.',
  'Silences: shaded gaps, drawn short. A bar across a silence lasted longer than it looks, and its parts are not in proportion.',
  'Strip above: a click goes to that time, and a drag filters by time. The lower edge of the box scrolls through the recording.',
  'JSON tree: → and ← open and close, c copies the value, p its path.',
  'Lists: y copies all that is shown; Ctrl A selects nothing.',
  'Columns: drag their edges, or move them by ← and →.',
] as const;
