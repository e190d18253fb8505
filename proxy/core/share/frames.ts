import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { respaced } from './respaced.ts';
import type { ShareContext, Sharing } from './sharing.ts';

/** The exact text of entries, with U+FFFD for what is no UTF-8: a clipboard holds text only. */
export const shareFrames = (context: ShareContext): Sharing => each(context, textOf);

/** The same, readable. What is no JSON stays as it is. */
export const shareJson = (context: ShareContext): Sharing => each(context, (entry) => respaced(textOf(entry)));

function each({ isMeant }: ShareContext, write: (entry: Entry) => string): Sharing {
  let text = '';
  return {
    needs: isMeant,
    apply(entry) {
      const written = write(entry);
      text += written.endsWith('\n') ? written : `${written}\n`;
    },
    text: () => text,
  };
}

/** What an entry says; of a process event its JSON. */
export const textOf = (entry: Entry): string =>
  entry.kind === 'event' ? JSON.stringify(entry.event) : decodeLossy(entry.bytes);
