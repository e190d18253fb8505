/**
 * An agent that exits with CODE at TERM, INT or HUP, and with 0 at the end of stdin; writes the reason to stderr.
 * `trap.mjs CODE`
 */
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'])
  process.on(signal, () => process.stderr.write(`saw ${signal}\n`, () => process.exit(Number(process.argv[2]))));
process.stdin.on('data', () => {});
process.stdin.once('end', () => process.stderr.write('saw the end\n', () => process.exit(0)));
process.stdout.write('ready\n');
