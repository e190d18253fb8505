import type { Command } from 'commander';
import { examples } from './help-examples.ts';

/** Adds `mcp`. */
export function addMcp(acptap: Command): void {
  acptap
    .command('mcp')
    .description('let a coding agent read the recordings: a read-only MCP server on stdio, always redacted')
    .option('--all', 'the recordings of all folders (default: those of the current folder and below)')
    .addHelpText(
      'after',
      `
A coding agent starts it. To make its entry: acptap setup claude-code --mcp, or codex, gemini, zed.
${examples('acptap mcp', 'acptap mcp --all')}`,
    )
    .action(async (options: { readonly all?: boolean }) => {
      const { mcp } = await import('../commands/mcp.ts');
      await mcp(options);
    });
}
