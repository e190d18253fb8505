import { toSegments } from '../text/visible-segments.ts';
import './visible-text.css';

/** Recorded text with marks instead of invisible characters and those that reorder text. */
export function VisibleText({ text, lineEnds = false }: { text: string; lineEnds?: boolean }) {
  return (
    <bdi>
      {toSegments(text, lineEnds).map(({ mark, text: part }, index) =>
        mark ? (
          <span key={index} class="hidden-mark">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </bdi>
  );
}
