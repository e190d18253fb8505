#!/usr/bin/env node
import { run } from '../shim/run.ts';
import { version } from './version.gen.ts';

// `run` is decided before anything else is loaded: it stands in the start-up of somebody's agent.
if (process.argv[2] === 'run') run(process.argv.slice(3), version);
else await import('./main.ts');
