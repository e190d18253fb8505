import { toSegments } from '../text/visible-segments.ts';
import './visible-text.css';

/** Recorded text with marks instead of invisible characters and those that reorder text. */
export function VisibleText({ text, lineEnds = false }: { text: string; lineEnds?: boolean }) {
  return <bdi>{marked(text, lineEnds)}</bdi>;
}

/**
 * The same within a paragraph, which has `dir="auto"`. Adds no bidi isolate, because a right-to-left sentence may contain
 * bold words.
 */
export const VisibleRuns = ({ text }: { text: string }) => <>{marked(text)}</>;

const marked = (text: string, lineEnds = false) =>
  toSegments(text, lineEnds).map(({ mark, text: part }, index) =>
    mark ? (
      <span key={index} class="hidden-mark">
        {part}
      </span>
    ) : (
      part
    ),
  );
