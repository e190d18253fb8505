#!/usr/bin/env node
import { parentAtStart } from '../shim/parent-at-start.ts'; // must be first
import { run } from '../shim/run.ts';
import { version } from './version.gen.ts';

// `run` loads nothing else first, because loading delays the start of the agent.
if (process.argv[2] === 'run')
  run(process.argv.slice(3), version, parentAtStart, async () => (await import('../intervene/main.ts')).takePart);
else await import('./main.ts');
