/** Runs a row of a table whose rows share one page. Its error names the row. */
export async function step<T>(row: string, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    throw new Error(`${row}: ${error instanceof Error ? error.message : String(error)}`, { cause: error });
  }
}
