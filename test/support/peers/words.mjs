/** An agent that writes its arguments as JSON, and exits. */
process.stdout.write(`${JSON.stringify(process.argv.slice(2))}\n`);
