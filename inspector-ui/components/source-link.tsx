import { linkOf } from '../text/link.ts';
import { Breakable } from './breakable.tsx';

/** The page a rule is from: a link when it may be followed, else its text. */
export function SourceLink({ source }: { source: string }) {
  const link = linkOf(source);
  if (link === undefined) return <>{source}</>;
  return (
    <a class="source-link" href={link} target="_blank" rel="noreferrer noopener">
      <Breakable text={link} />
    </a>
  );
}
