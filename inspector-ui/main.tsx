import { browserPorts } from './backends/browser-ports.ts';
import { createServerBackend } from './backends/server.ts';
import { start } from './start.tsx';

start(createServerBackend(browserPorts));
