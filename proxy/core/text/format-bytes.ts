/** `87 B`, `4.2 kB`, `12 MB`: decimal units. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_500) return `${significant(bytes / 1000)} kB`;
  if (bytes < 999_500_000) return `${significant(bytes / 1_000_000)} MB`;
  return `${significant(bytes / 1_000_000_000)} GB`;
}

/** `4.2`, `12`: a number below 10 has one decimal. */
export const significant = (value: number) => (value < 9.95 ? value.toFixed(1) : `${Math.round(value)}`);

/** `64.0 MiB`, for limits that are powers of two. */
export const formatMebibytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MiB`;
