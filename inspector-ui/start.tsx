import './styles/tokens.css';
import './styles/base.css';
import { render } from 'preact';
import { epochMs } from '#core/wire/units.ts';
import type { Backend } from './backends/backend.ts';
import { filePorts, later } from './backends/browser-ports.ts';
import { createFileBackend, type Files } from './backends/file.ts';
import { addressPort, themePort } from './backends/page-ports.ts';
import { createInspector, type Inspector } from './state/inspector.ts';
import { App } from './views/shell/app.tsx';

/** Puts the page together on a backend, beside which files can be opened, and shows it. */
export function start(base: Backend): { readonly inspector: Inspector; readonly files: Files } {
  const { backend, files } = createFileBackend(base, filePorts);
  const inspector = createInspector({
    backend,
    files,
    address: addressPort,
    later,
    now: () => epochMs(Date.now()),
    // Where a page may not copy at all there is no clipboard to ask.
    writeClipboard: async (text) => navigator.clipboard.writeText(text),
    theme: themePort,
    isWide: () => matchMedia('(min-width: 760px)').matches,
  });
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no element #app');
  render(<App inspector={inspector} />, root);
  inspector.connect();
  return { inspector, files };
}
