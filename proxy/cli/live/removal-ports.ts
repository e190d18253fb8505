import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RemovalPorts } from '../../server/removals.ts';
import type { DataFolder } from '../../shim/data-folder.ts';

/** Removes recordings with `acptap rm` in a process of its own: removing a large one takes seconds. */
export const removalPorts = ({ root }: DataFolder): RemovalPorts => ({
  remove: (id) =>
    new Promise((resolve, reject) => {
      const cli = fileURLToPath(new URL('./cli.js', import.meta.url));
      // In the data folder: elsewhere there may be a file whose name is the id.
      const options = { cwd: root, env: { ...process.env, ACPTAP_HOME: root } };
      execFile(process.execPath, [cli, 'rm', '--', id], options, (failure, _stdout, stderr) => {
        if (failure) reject(new Error(stderr.trim() || failure.message, { cause: failure }));
        else resolve();
      });
    }),
  now: Date.now,
  startTimer(ms, run) {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
});
