import { useEffect, useState } from 'preact/hooks';
import type { Inspector } from '../../state/shell/inspector.ts';
import { formatCount } from '../../text/size.ts';
import './comparing-now.css';

interface ComparingNowProps {
  readonly inspector: Pick<Inspector, 'now' | 'startTimer'>;
  readonly onCancel: () => void;
}

/** Interval of the seconds counter, in milliseconds. */
const TICK_MS = 1000;

/** Progress of a slow comparison, with a button to cancel it. Not shown for fast ones. */
export function ComparingNow({ inspector, onCancel }: ComparingNowProps) {
  const { now, startTimer } = inspector;
  const [startedAt] = useState(now);
  const [waited, setWaited] = useState(0);
  useEffect(() => startTimer(TICK_MS, () => setWaited(now() - startedAt)), [waited, startedAt, now, startTimer]);
  const seconds = Math.floor(waited / 1000);
  return (
    <div class="comparing-now">
      <p class="comparing-now-text">
        <span role="status">Comparing…</span>
        {seconds > 0 && <span class="digits"> {formatCount(seconds)} s</span>}
      </p>
      <button type="button" class="plain-button" onClick={onCancel}>
        Cancel
      </button>
    </div>
  );
}
