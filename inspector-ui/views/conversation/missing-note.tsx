import type { CutText } from '#core/model/cut-text.ts';
import type { CardContext } from './card-context.ts';
import { toMissingEntries } from './conversation-rows.ts';
import { SeqLink } from './seq-link.tsx';

/** Shows how much of a text is cut, with a link to its entry. Renders nothing for a whole text. */
export function MissingNote({ context, text, seq }: { context: CardContext; text: CutText; seq: number }) {
  if (text.missing === 0) return null;
  return (
    <p class="missing-note">
      {toMissingEntries(text.missing)} <SeqLink context={context} seq={seq} />
    </p>
  );
}
