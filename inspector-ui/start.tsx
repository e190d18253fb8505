import './styles/tokens.css';
import './styles/base.css';
import './styles/forced-colors.css';
import { render } from 'preact';
import { epochMs } from '#core/wire/units.ts';
import type { Backend } from './backends/backend.ts';
import { download, filePorts, later } from './backends/browser-ports.ts';
import { createFileBackend, type Files } from './backends/file.ts';
import { addressPort, columnsPort, marksPort, themePort } from './backends/page-ports.ts';
import type { AddressPort } from './state/router.ts';
import { createInspector, type Inspector } from './state/inspector.ts';
import { App } from './views/shell/app.tsx';

// Preact moves elements with `moveBefore` where there is one. What is in an element whose attributes change, and which is moved before the
// next frame, then keeps the style it had (Chromium 156): a row would look like the one whose element it has taken over.
Reflect.deleteProperty(Element.prototype, 'moveBefore');

/** Puts the page together on a backend, beside which files can be opened, and shows it. */
export function start(
  base: Backend,
  address: AddressPort = addressPort,
): { readonly inspector: Inspector; readonly files: Files } {
  const { backend, files } = createFileBackend(base, filePorts);
  const inspector = createInspector({
    backend,
    files,
    address,
    later,
    now: () => epochMs(Date.now()),
    // Where a page may not copy at all there is no clipboard to ask.
    writeClipboard: async (text) => navigator.clipboard.writeText(text),
    download,
    theme: themePort,
    columns: columnsPort,
    marks: marksPort,
    isWide: () => matchMedia('(min-width: 760px)').matches,
  });
  const root = document.getElementById('app');
  if (!root) throw new Error('the page has no element #app');
  inspector.connect(); // first: what it asks for comes while the page is drawn
  // A task of its own: with loading the script, and the layout at the document's end, it would be a long one.
  later(0, () => render(<App inspector={inspector} />, root));
  return { inspector, files };
}
