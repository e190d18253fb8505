/** An agent that waits for one chunk, answers it and ends. `exit.mjs CODE` */
process.stdin.once('data', (chunk) => {
  process.exitCode = Number(process.argv[2]);
  process.stdout.write(chunk, () => process.stdin.destroy());
});
