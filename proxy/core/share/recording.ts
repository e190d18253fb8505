import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import type { ShareContext, Sharing } from './sharing.ts';

/** A recording file with some entries of a recording, at the times they came. */
export function shareRecording({ header, isMeant }: ShareContext): Sharing {
  const lines = [encodeHeader(header)];
  return {
    needs: isMeant,
    apply: (entry) => void lines.push(encodeEntry(entry)),
    text: () => lines.join(''),
  };
}
