import { formatBytes, significant } from '#core/text/format-bytes.ts';

export { formatBytes };

/** `940`, `12k`, `1.4M`: a short form for counts among other facts. */
export function formatCompact(count: number): string {
  if (count < 10_000) return formatCount(count);
  return count < 999_500 ? `${Math.round(count / 1000)}k` : `${significant(count / 1_000_000)}M`;
}

/** `9 031`: thousands separated by a thin space. */
export const formatCount = (count: number): string => `${count}`.replace(/\B(?=(\d{3})+$)/g, '\u2009');

/** `1 frame`, `9 031 frames`. */
export const formatCounted = (count: number, one: string, many = `${one}s`): string =>
  `${formatCount(count)} ${count === 1 ? one : many}`;
