import { signal } from '@preact/signals';
import type { Later } from '../../backends/backend.ts';

/** How long a notice stays: long enough to read six words. */
const NOTICE_MS = 2500;

/** A short message that disappears by itself. */
export function createNotice(later: Later) {
  const notice = signal('');
  let cancel = () => {};
  const say = (text: string) => {
    cancel();
    notice.value = text;
    cancel = later(NOTICE_MS, () => void (notice.value = ''));
  };
  return { notice, say };
}
