import { signal } from '@preact/signals';
import type { StartTimer } from '../../backends/backend.ts';

/** How long a notice stays: long enough to read six words. */
const NOTICE_MS = 2500;

/** A short message that disappears by itself. */
export function createNotice(startTimer: StartTimer) {
  const notice = signal('');
  let cancel = () => {};
  const say = (text: string) => {
    cancel();
    notice.value = text;
    cancel = startTimer(NOTICE_MS, () => void (notice.value = ''));
  };
  return { notice, say };
}
