import { Dialog } from '../../components/dialog.tsx';
import { KEYS, keyName, type KeyLine } from '../../state/shell/commands.ts';
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
            The scale is that of the rows in sight. In a bar the parts that were spent waiting stand at its end,
            whenever they were. In the JSON tree: → and ← open and close, c copies the value, p its path. In a list Ctrl
            A selects nothing: y copies all that is shown. Edges of columns are dragged, or moved by ← and →.
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
] as const;

const byCommand = (lines: readonly KeyLine[]): readonly (readonly KeyLine[])[] => [
  ...Map.groupBy(lines, ({ command }) => command).values(),
];
