import { toSegments } from '../../text/visible-segments.ts';
import '../../components/visible-text.css';

/**
 * Recorded text within a paragraph, with marks for invisible characters. Adds no bidi isolate, because a right-to-left
 * sentence may contain bold words. The paragraph around it has `dir="auto"`.
 */
export function VisibleRuns({ text }: { text: string }) {
  const segments = toSegments(text);
  if (segments.length === 1 && segments[0]?.mark === false) return <>{text}</>;
  return (
    <>
      {segments.map(({ mark, text: part }, index) =>
        mark ? (
          <span key={index} class="hidden-mark">
            {part}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}
