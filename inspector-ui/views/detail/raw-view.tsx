import { useSignal } from '@preact/signals';
import { VisibleText } from '../../components/visible-text.tsx';
import { toHexLines } from '../../text/hex.ts';
import { formatCount } from '../../text/size.ts';
import type { DetailBody } from './detail-rows.ts';
import './raw-view.css';

/** One portion of text, measured to be laid out well below a frame's time even as one line. */
const PORTION = 32_000;
const HEX_PORTION = 256;

/** Exactly what was recorded: text with marks for what cannot be seen, or a dump of bytes that are no text. */
export function RawView({ raw }: { raw: DetailBody['raw'] }) {
  const portions = useSignal(1);
  const more = (left: number, unit: string) =>
    left > 0 && (
      <button type="button" class="plain-button" onClick={() => void (portions.value += 1)}>
        Show more: {formatCount(left)} {unit} left
      </button>
    );
  if (raw.kind === 'text') {
    const shown = portions.value * PORTION;
    return (
      <div class="raw">
        <pre class="raw-text">
          {Array.from({ length: Math.ceil(Math.min(shown, raw.text.length) / PORTION) }, (_, index) => (
            <VisibleText key={index} text={raw.text.slice(index * PORTION, (index + 1) * PORTION)} lineEnds />
          ))}
        </pre>
        {more(raw.text.length - shown, 'characters')}
      </div>
    );
  }
  const lines = portions.value * HEX_PORTION;
  return (
    <div class="raw">
      <p class="raw-note">Not valid UTF-8. These are the bytes:</p>
      <pre class="raw-hex">
        {toHexLines(raw.bytes, lines).map(({ offset, hex, text }) => (
          <div key={offset} class="hex-line">
            <span class="hex-offset">{offset}</span>
            <span>{hex}</span>
            <span class="hex-text">{text}</span>
          </div>
        ))}
      </pre>
      {more(raw.bytes.length - lines * 16, 'bytes')}
    </div>
  );
}
