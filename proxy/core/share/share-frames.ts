import { decodeLossy } from '#core/wire/bytes.ts';
import type { Entry } from '#core/wire/entry.ts';
import { respaceJson } from './respace-json.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** The exact text of entries, with U+FFFD for invalid UTF-8, because a clipboard holds only text. */
export const shareFrames = (context: ShareContext): ShareWriter => each(context, textOf);

/** The same, indented. Text that is not JSON stays unchanged. */
export const shareJson = (context: ShareContext): ShareWriter => each(context, (entry) => respaceJson(textOf(entry)));

function each({ isSelected }: ShareContext, write: (entry: Entry) => string): ShareWriter {
  let text = '';
  return {
    needs: isSelected,
    apply(entry) {
      const written = write(entry);
      text += written.endsWith('\n') ? written : `${written}\n`;
    },
    text: () => text,
  };
}

/** The text of an entry; for a process event its JSON; for a cut frame its beginning. */
export function textOf(entry: Entry): string {
  if (entry.kind === 'event') return JSON.stringify(entry.event);
  const text = decodeLossy(entry.bytes);
  return entry.kind === 'frame' && entry.cut ? `${text}… (the beginning of ${entry.cut.bytes} bytes)\n` : text;
}
