import { embeddedFile } from './backends/embedded-file.ts';
import { createNoServer } from './backends/no-server.ts';
import { start } from './start.tsx';

/** The page of `acptap export --format html`: contains the recording and needs no server. */
const { inspector, files } = start(createNoServer());
const { file, id } = embeddedFile(document.getElementById('recording'));
const opened = await files.open(file, id);
if (opened !== undefined && inspector.router.route.peek().recording === undefined) inspector.router.begin(opened);
