import { useSignal, type ReadonlySignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import type { EpochMs } from '#core/units.ts';
import type { Inspector } from '../state/shell/inspector.ts';

const TICK_MS = 1000;

/** The current time. Ticks every second while `isRunning`. */
export function useClock(
  inspector: Pick<Inspector, 'now' | 'startTimer'>,
  isRunning: boolean,
): ReadonlySignal<EpochMs> {
  const now = useSignal(inspector.now());
  useEffect(() => {
    if (!isRunning) return undefined;
    let cancel = () => {};
    const tick = () => {
      now.value = inspector.now();
      cancel = inspector.startTimer(TICK_MS, tick);
    };
    tick();
    return () => cancel();
  }, [isRunning, inspector, now]);
  return now;
}
