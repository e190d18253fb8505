/** An agent that echoes every byte, and ends when its stdin does. `echo.mjs [exit code]` */
process.stdin.pipe(process.stdout);
process.stdin.once('end', () => (process.exitCode = Number(process.argv[2] ?? 0)));
