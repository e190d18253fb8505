import './styles/tokens.css';
import './styles/base.css';
import './styles/parts.css';
import './styles/forced-colors.css';
import { render } from 'preact';
import { epochMs } from '#core/units.ts';
import type { AddressPort } from './backends/address-port.ts';
import type { Backend } from './backends/backend.ts';
import { download, filePorts, startTimer } from './backends/browser-ports.ts';
import { createFileBackend, type Files } from './backends/file.ts';
import { addressPort, columnsPort, layoutPort, marksPort, themePort } from './backends/page-ports.ts';
import { createInspector, type Inspector } from './state/shell/inspector.ts';
import { App } from './views/shell/app.tsx';

// Preact moves elements with `moveBefore` if available. Chromium 156 then keeps the old style of content in a moved
// element with changed attributes: a row would look like the previous row of its element.
Reflect.deleteProperty(Element.prototype, 'moveBefore');

/** Builds and shows the page for a backend. Adds support for opening files. */
export function start(
  base: Backend,
  address: AddressPort = addressPort,
): { readonly inspector: Inspector; readonly files: Files } {
  const { backend, files } = createFileBackend(base, filePorts);
  const inspector = createInspector({
    backend,
    files,
    address,
    startTimer,
    now: () => epochMs(Date.now()),
    // `async`, because `navigator.clipboard` is undefined where copying is forbidden.
    writeClipboard: async (text) => navigator.clipboard.writeText(text),
    download,
    theme: themePort,
    columns: columnsPort,
    layout: layoutPort,
    marks: marksPort,
    isWide: () => matchMedia('(min-width: 760px)').matches,
  });
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no element #app');
  inspector.connect(); // first, so that requests run while the page renders
  // A separate task: together with loading the script and the first layout, it would be too long.
  startTimer(0, () => render(<App inspector={inspector} />, root));
  return { inspector, files };
}
