import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import type { ShareContext, Sharing } from './sharing.ts';

/** Writes a recording file with some entries of a recording, with their times. */
export function shareRecording({ header, isMeant }: ShareContext): Sharing {
  const lines = [encodeHeader(header)];
  return {
    needs: isMeant,
    apply: (entry) => void lines.push(encodeEntry(entry)),
    text: () => lines.join(''),
  };
}
