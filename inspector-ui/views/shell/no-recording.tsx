import { Message } from '../../components/message.tsx';
import type { Inspector } from '../../state/inspector.ts';
import './no-recording.css';

/** In the timeline's place while no recording is open: waiting, none yet, none chosen, or one that is not there. */
export function NoRecording({ inspector }: { inspector: Inspector }) {
  const list = inspector.recordings.recordings.value;
  const wanted = inspector.router.route.value.recording;
  return (
    <main class="pane timeline">
      {!list ? (
        <Message
          title={inspector.connection.value.kind === 'connecting' ? 'Loading recordings…' : 'No recordings to show'}
        />
      ) : wanted !== undefined ? (
        <Message title="This recording is not here">
          <p>It may have been deleted, or the link is of another machine.</p>
          <a class="plain-button" href="#/">
            All recordings
          </a>
        </Message>
      ) : list.length === 0 ? (
        <FirstSteps inspector={inspector} />
      ) : (
        <Message title="Choose a recording" />
      )}
    </main>
  );
}

const ZED_SETTINGS = `"agent_servers": {
  "Gemini (acptap)": {
    "type": "custom",
    "command": "acptap",
    "args": ["run", "--", "gemini", "--acp"]
  }
}`;

/** The empty state of a new installation: what to put where, and that nothing else is needed. */
export function FirstSteps({ inspector }: { inspector: Inspector }) {
  return (
    <Message title="Nothing has been recorded yet">
      <p>
        Put <code>acptap run --</code> in front of the agent’s command in your editor’s settings. For Zed:
      </p>
      <pre class="settings-line">
        <code>{ZED_SETTINGS}</code>
      </pre>
      <button type="button" class="plain-button" onClick={() => inspector.copy('the settings', ZED_SETTINGS)}>
        Copy
      </button>
      <p>The recording appears here as soon as the editor starts the agent.</p>
    </Message>
  );
}
