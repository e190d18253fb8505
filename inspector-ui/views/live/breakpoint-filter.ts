/** The filter of a breakpoint for frames of one side; of both for an empty one. */
export function toBreakpointFilter(from: string, text: string): string {
  const filter = text.trim();
  if (from === '') return filter;
  return filter === '' ? `from:${from}` : `from:${from} (${filter})`;
}
