import { seqOf } from '#core/units.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute } from '../../state/page/route.ts';
import type { CardContext } from './card-context.ts';
import './seq-link.css';

interface SeqLinkProps {
  readonly context: CardContext;
  readonly seq: number;
  readonly text?: string;
  readonly title?: string;
}

/** Link to an entry: opens it beside the conversation, or in the timeline of a new tab. */
export function SeqLink({ context, seq, text = `#${seq}`, title = `Open entry #${seq}` }: SeqLinkProps) {
  const { recording, open } = context;
  return (
    <InnerLink
      class="seq-link"
      title={title}
      href={renderRoute({ recording, seq: seqOf(seq) })}
      onFollow={() => open(seqOf(seq))}
    >
      {text}
    </InnerLink>
  );
}
