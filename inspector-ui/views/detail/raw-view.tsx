import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { VisibleText } from '../../components/visible-text.tsx';
import { toHexLines } from '../../text/hex.ts';
import { formatCount } from '../../text/size.ts';
import { afterChanges, highlight, rangesOf } from '../filter/page-text.ts';
import type { DetailBody } from './detail-rows.ts';
import './raw-view.css';

/** Characters rendered at once: measured to take less than one screen frame, even as a single line. */
const PORTION = 32_000;
const HEX_PORTION = 256;

interface RawProps {
  readonly body: DetailBody;
  /** A text that led to the entry; empty if none did. It is marked. */
  readonly sought?: string;
}

/** The exact recorded content: text with marks for invisible characters, or bytes. Only bytes if they are not text. */
export function RawView({ body: { raw, cut }, sought = '' }: RawProps) {
  const isHex = useSignal(raw.kind === 'hex');
  const bytes = raw.kind === 'hex' ? raw.bytes : new TextEncoder().encode(raw.text);
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || sought === '') return undefined;
    scrollTo(rangesOf(current, sought)[0], current.closest('.detail-body'));
    const stop = afterChanges(current, () => highlight('sought', rangesOf(current, sought)));
    return () => {
      stop();
      highlight('sought', []);
    };
  }, [sought]);
  return (
    <div ref={box} class="raw">
      {cut && <p class="warning-line detail-cut">{cut}</p>}
      {raw.kind === 'hex' ? (
        <p class="raw-note">Not valid UTF-8. These are the bytes:</p>
      ) : (
        <button
          type="button"
          class="plain-button raw-toggle"
          aria-pressed={isHex.value}
          onClick={() => void (isHex.value = !isHex.peek())}
        >
          Bytes in hex
        </button>
      )}
      {raw.kind === 'text' && !isHex.value ? <RawText text={raw.text} /> : <RawBytes bytes={bytes} />}
    </div>
  );
}

/** Scrolls a pane to a hit below its end. */
function scrollTo(hit: Range | undefined, pane: Element | null): void {
  const below = (hit?.getBoundingClientRect().bottom ?? 0) - (pane?.getBoundingClientRect().bottom ?? 0);
  if (below > 0) pane?.scrollBy(0, below + pane.clientHeight / 2);
}

function RawText({ text }: { text: string }) {
  const portions = useSignal(1);
  const shown = portions.value * PORTION;
  return (
    <>
      <pre class="kept-lines raw-text">
        {Array.from({ length: Math.ceil(Math.min(shown, text.length) / PORTION) }, (_, index) => (
          <VisibleText key={index} text={text.slice(index * PORTION, (index + 1) * PORTION)} lineEnds />
        ))}
      </pre>
      <More left={text.length - shown} unit="characters" onMore={() => void (portions.value += 1)} />
    </>
  );
}

function RawBytes({ bytes }: { bytes: Uint8Array }) {
  const portions = useSignal(1);
  const lines = portions.value * HEX_PORTION;
  return (
    <>
      <pre class="scrolls-sideways raw-hex">
        {toHexLines(bytes, lines).map(({ offset, hex, text }) => (
          <div key={offset} class="hex-line">
            <span class="hex-offset">{offset}</span>
            <span>{hex}</span>
            <span class="hex-text">{text}</span>
          </div>
        ))}
      </pre>
      <More left={bytes.length - lines * 16} unit="bytes" onMore={() => void (portions.value += 1)} />
    </>
  );
}

function More({ left, unit, onMore }: { left: number; unit: string; onMore: () => void }) {
  if (left <= 0) return null;
  return (
    <button type="button" class="plain-button" onClick={onMore}>
      Show more: {formatCount(left)} {unit} left
    </button>
  );
}
