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
          <p class="soft paragraph">
            The parts of a bar stand where they happened. While a recording is live, a bar that moves at its end belongs
            to a side that sends frames; a hollow end grows while nothing comes from that side. Ctrl and the wheel zoom
            the time axis, a drag on its head shows a part of it; shaded gaps are silences, drawn short: a bar across
            one lasted longer than it looks, and its parts are not in proportion. In the strip above, a click goes
            there, a drag filters by time, and the lower edge of the box moves through the recording. In the JSON tree:
            → and ← open and close, c copies the value, p its path. In a list Ctrl A selects nothing: y copies all that
            is shown. Edges of columns are dragged, or moved by ← and →.
          </p>
        </section>
      </div>
    </Dialog>
  );
}

const LEGEND = [
  { of: 'agent', means: 'the agent’s time' },
  { of: 'client', means: 'waiting for the client: files, terminals' },
  { of: 'human', means: 'waiting for a person: permissions, questions' },
  { of: 'silent', means: 'still waiting, and nothing comes from that side' },
] as const;
