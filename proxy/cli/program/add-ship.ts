import { Option, type Command } from 'commander';
import { examples } from './help-examples.ts';
import { collectValues, parseCollector, parseHeader } from './option-values.ts';
import type { ShipOptions } from '../commands/ship.ts';

/** Adds `ship`. */
export function addShip(acptap: Command): void {
  acptap
    .command('ship')
    .description('send recordings to a tracing backend: the one command that connects to anything')
    .requiredOption('--otlp <url>', 'address of an OpenTelemetry collector, for OTLP over HTTP', parseCollector)
    .option(
      '--header <name=value>',
      'send this header too; may be repeated; for secrets set OTEL_EXPORTER_OTLP_HEADERS instead',
      (value: string, before: string[] | undefined) => collectValues(parseHeader(value), before ?? []),
    )
    .option('--all', 'the recordings of all folders (default: those of the current folder and below)')
    .option('--follow', 'also send live and new recordings until stopped, and retry a collector that does not answer')
    .option('--frames', 'a log record for each frame, without its text')
    .option('--content', 'with texts, redacted, once a recording has ended; with --frames also those of the frames')
    .option('--again', 'send also what this collector has been sent before')
    .addOption(
      new Option('--encoding <encoding>', 'how requests are written').choices(['protobuf', 'json']).default('protobuf'),
    )
    .addHelpText(
      'after',
      `
It connects to the given address only, and to nothing without it. No other command of acptap connects to anything.
Each session becomes a trace. Stats become metrics. Later calls send only new data, for each address.
${examples('acptap ship --otlp http://127.0.0.1:4318', 'acptap ship --otlp http://127.0.0.1:4318 --all --frames --encoding json')}`,
    )
    .action(async (options: ShipOptions) => {
      const { ship } = await import('../commands/ship.ts');
      await ship(options);
    });
}
