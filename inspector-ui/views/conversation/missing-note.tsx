import type { CutText } from '#core/contract/conversation.ts';
import type { CardContext } from './card-context.ts';
import { toMissing } from './conversation-rows.ts';
import { SeqLink } from './seq-link.tsx';

/** Says how much of a text is not shown, and where it is. Nothing when it is whole. */
export function MissingNote({ context, text, seq }: { context: CardContext; text: CutText; seq: number }) {
  if (text.missing === 0) return null;
  return (
    <p class="missing-note">
      {toMissing(text.missing)} <SeqLink context={context} seq={seq} />
    </p>
  );
}
