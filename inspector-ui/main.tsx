import './styles/tokens.css';
import './styles/base.css';
import { render } from 'preact';
import { epochMs } from '#core/wire/units.ts';
import { browserPorts, later } from './backends/browser-ports.ts';
import { createServerBackend } from './backends/server.ts';
import { createInspector } from './state/inspector.ts';
import { App } from './views/shell/app.tsx';

const inspector = createInspector({
  backend: createServerBackend(browserPorts),
  address: {
    hash: () => location.hash,
    push: (hash) => history.pushState(null, '', hash),
    replace: (hash) => history.replaceState(null, '', hash),
    // Told for links, the back button and typed addresses; not for what the two above write.
    onChange: (changed) => addEventListener('popstate', changed),
  },
  later,
  now: () => epochMs(Date.now()),
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  isWide: () => matchMedia('(min-width: 760px)').matches,
});

const root = document.getElementById('app');
if (!root) throw new Error('index.html has no element #app');
render(<App inspector={inspector} />, root);
inspector.connect();
