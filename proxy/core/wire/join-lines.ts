import { concat, LF } from './bytes.ts';
import { MAX_FRAME_BYTES } from './cut-frames.ts';
import type { FrameEntry, Sent, Why } from './entry.ts';

/**
 * Joins delivered frames without a line end with the next frames, as their reader does. The joined frame has the number
 * and the time of the last one, and the interventions of all.
 */
export function createLineJoiner(cross: (frame: FrameEntry, sent?: Sent) => void) {
  let parts: FrameEntry[] = [];
  let size = 0;
  let why: Why[] = [];
  let isSent = false;

  function end(): void {
    const last = parts.at(-1);
    if (!last) return;
    const frame = parts.length === 1 ? last : { ...last, bytes: concat(parts.map(({ bytes }) => bytes)) };
    const sent: Sent = { elapsed: last.elapsed, why };
    const wasSent = isSent;
    [parts, size, why, isSent] = [[], 0, [], false];
    cross(frame, wasSent ? sent : undefined);
  }

  return {
    give(frame: FrameEntry, sent?: Sent): void {
      const isWhole = frame.cut !== undefined || frame.bytes.at(-1) === LF;
      if (isWhole && (parts.length === 0 || frame.cut)) {
        end();
        cross(frame, sent);
        return;
      }
      parts.push(frame);
      size += frame.bytes.length;
      why.push(...(sent?.why ?? []).filter((each) => !why.some((known) => isSame(known, each))));
      isSent ||= sent !== undefined;
      if (isWhole || size > MAX_FRAME_BYTES) end();
    },
    /** Passes on bytes without a line end as a frame. Call this after the last frame. */
    end,
  };
}

const isSame = (one: Why, other: Why): boolean => one.kind === other.kind && one.fault === other.fault;
