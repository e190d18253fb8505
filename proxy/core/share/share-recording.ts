import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import type { ShareContext, ShareWriter } from './share-form.ts';

/** Writes a recording file with some entries of a recording, with their times. */
export function shareRecording({ header, isSelected }: ShareContext): ShareWriter {
  const lines = [encodeHeader(header)];
  return {
    needs: isSelected,
    apply: (entry) => void lines.push(encodeEntry(entry)),
    text: () => lines.join(''),
  };
}
