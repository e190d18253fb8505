/** `87 B`, `4.2 kB`, `12 MB`: decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${significant(bytes / 1000)} kB`;
  if (bytes < 999_500_000) return `${significant(bytes / 1_000_000)} MB`;
  return `${significant(bytes / 1_000_000_000)} GB`;
}

const significant = (value: number) => (value < 9.95 ? value.toFixed(1) : `${Math.round(value)}`);

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
