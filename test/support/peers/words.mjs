/** An agent that writes the words it was started with, as JSON, and ends. */
process.stdout.write(`${JSON.stringify(process.argv.slice(2))}\n`);
