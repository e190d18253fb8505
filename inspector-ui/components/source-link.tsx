import { linkOf } from '../text/link.ts';
import { Breakable } from './breakable.tsx';

/** The source of a rule: a link if it is safe, else text. */
export function SourceLink({ source }: { source: string }) {
  const link = linkOf(source);
  if (link === undefined) return <>{source}</>;
  return (
    <a class="source-link" href={link} target="_blank" rel="noreferrer noopener">
      <Breakable text={link} />
    </a>
  );
}
