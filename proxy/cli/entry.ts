#!/usr/bin/env node
import { parentAtStart } from '../shim/parent-at-start.ts'; // first of all
import { run } from '../shim/run.ts';
import { version } from './version.gen.ts';

// `run` is decided before anything else is loaded: it stands in the start-up of somebody's agent.
if (process.argv[2] === 'run') run(process.argv.slice(3), version, parentAtStart);
else await import('./main.ts');
