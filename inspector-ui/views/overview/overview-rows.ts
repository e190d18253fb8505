import { clamp } from '#core/clamp.ts';
import type { Wait } from '#core/model/axis.ts';
import { RANKS } from '#core/model/finding.ts';
import type { Overview, OverviewBucket } from '#core/model/overview.ts';
import type { TimeScale } from '../../state/axis/time-scale.ts';
import type { TimeRange } from '../../state/page/route.ts';

/** Size of the drawing in its units. The client is above the middle line, the agent below. */
export const WIDTH = 1200;
export const HEIGHT = 40;
const MIDDLE = HEIGHT / 2;

/** Path data of the strip. */
export interface Strip {
  readonly client: string;
  readonly agent: string;
  readonly stderr: string;
  /** Ticks at the lower edge. */
  readonly errors: string;
  readonly warnings: string;
  readonly notes: string;
}

/**
 * Draws counts on a logarithmic scale, so that a burst of ten thousand chunks does not hide the rest. Draws `shown` on
 * the scale of `whole`.
 */
export function toStrip(whole: Overview, scale: TimeScale, shown: Overview = whole): Strip {
  const most = Math.max(1, ...whole.buckets.map(({ client, agent, stderr }) => Math.max(client, agent, stderr)));
  const buckets = shown === whole ? whole.buckets : rebucketed(shown, whole);
  const unit = WIDTH / scale.length;
  const heightOf = (count: number) => (count === 0 ? 0 : 2 + ((MIDDLE - 4) * Math.log1p(count)) / Math.log1p(most));
  const paths = (draw: (bucket: OverviewBucket, x: number, width: number) => string) =>
    buckets
      .map((bucket) => {
        const [from, to] = [scale.at(bucket.n * whole.width), scale.at((bucket.n + 1) * whole.width)];
        const width = Math.max((to - from) * unit, 1);
        return draw(bucket, round(Math.min(from * unit, WIDTH - width)), round(width));
      })
      .join('');
  const bar = (x: number, y: number, width: number, height: number) =>
    height === 0 ? '' : `M${x} ${round(y)}h${width}v${round(height)}h-${width}z`;
  const tick = (grade: OverviewBucket['worst']) =>
    paths(({ worst }, x) => (worst === grade ? `M${x - 1} ${HEIGHT}h3v-5h-3z` : ''));
  return {
    client: paths(({ client }, x, width) => bar(x, MIDDLE - heightOf(client), width, heightOf(client))),
    agent: paths(({ agent }, x, width) => bar(x, MIDDLE, width, heightOf(agent))),
    stderr: paths(({ stderr }, x, width) => bar(x, HEIGHT - 4 - heightOf(stderr) / 2, width, heightOf(stderr) / 2)),
    errors: tick('error'),
    warnings: tick('warning'),
    notes: tick('note'),
  };
}

/** Path data of waits in a drawing of height 1: those for a person are twice as high as the others. */
export function toWaitPaths(
  { axis: { waits, waiting } }: Overview,
  scale: TimeScale,
  now: number,
): Record<Wait['on'], string> {
  const all = [...waits, ...(waiting ? [{ on: waiting.on, from: waiting.since, to: now }] : [])];
  const path = (on: Wait['on'], top: number) =>
    all
      .filter((wait) => wait.on === on)
      .map(({ from, to }) => {
        const [left, right] = [from, to].map((t) => (scale.at(t) * WIDTH) / scale.length) as [number, number];
        const width = round(Math.max(right - left, 1));
        return `M${round(Math.min(left, WIDTH - 1))} ${top}h${width}V1h-${width}z`;
      })
      .join('');
  return { human: path('human', 0), client: path('client', 0.5), acptap: path('acptap', 0.5) };
}

/** Moves the buckets of `shown` into those of `whole`: its overview may cover a shorter time. */
function rebucketed(shown: Overview, whole: Overview): readonly OverviewBucket[] {
  const buckets = new Map<number, OverviewBucket>();
  const last = whole.buckets.at(-1)?.n ?? 0;
  for (const bucket of shown.buckets) {
    const n = Math.min(Math.floor((bucket.n * shown.width) / whole.width), last);
    const into = buckets.get(n) ?? { ...bucket, client: 0, agent: 0, stderr: 0 };
    buckets.set(n, {
      n,
      seq: into.seq,
      client: into.client + bucket.client,
      agent: into.agent + bucket.agent,
      stderr: into.stderr + bucket.stderr,
      worst: worse(into.worst, bucket.worst),
    });
  }
  return [...buckets.values()];
}

const worse = (one: OverviewBucket['worst'], other: OverviewBucket['worst']) =>
  RANKS.indexOf(one) > RANKS.indexOf(other) ? one : other;

const round = (value: number) => Math.round(value * 100) / 100;

/** The dragged thing: a new range from its start, one end, or the whole range with the grabbed moment. */
export type Drag =
  | { readonly kind: 'new'; readonly anchor: number }
  | { readonly kind: 'from' | 'to'; readonly range: TimeRange }
  | { readonly kind: 'move'; readonly range: TimeRange; readonly grip: number };

/** Returns the range while the pointer is at `t`. Keeps the ends ordered and inside the recording. */
export function rangeOfDrag(drag: Drag, t: number, duration: number): TimeRange {
  const at = clamp(Math.round(t), 0, duration);
  switch (drag.kind) {
    case 'new':
      return { from: Math.min(drag.anchor, at), to: Math.max(drag.anchor, at) };
    case 'from':
      return { from: Math.min(at, drag.range.to), to: drag.range.to };
    case 'to':
      return { from: drag.range.from, to: Math.max(at, drag.range.from) };
    case 'move': {
      const length = drag.range.to - drag.range.from;
      const from = clamp(Math.round(drag.range.from + t - drag.grip), 0, Math.max(duration - length, 0));
      return { from, to: from + length };
    }
  }
}

/** Moves an end of the range by key: 1 % of the recording per press, 10 % with Shift or a page key. */
export function rangeAfterKey(
  range: TimeRange,
  end: 'from' | 'to',
  key: string,
  isBig: boolean,
  duration: number,
): TimeRange | undefined {
  const step = duration / (isBig || key.startsWith('Page') ? 10 : 100);
  const targets: Readonly<Record<string, number>> = {
    ArrowLeft: range[end] - step,
    ArrowDown: range[end] - step,
    PageDown: range[end] - step,
    ArrowRight: range[end] + step,
    ArrowUp: range[end] + step,
    PageUp: range[end] + step,
    Home: 0,
    End: duration,
  };
  const target = targets[key];
  return target === undefined ? undefined : rangeOfDrag({ kind: end, range }, target, duration);
}
