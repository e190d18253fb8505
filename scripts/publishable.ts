/** `npm publish` runs this first: it refuses a package whose addresses still have the placeholder OWNER. */
import { readFileSync } from 'node:fs';

const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>; // npm has read it
const unfilled = ['repository', 'homepage', 'bugs', 'funding'].filter((field) => {
  const value = JSON.stringify(manifest[field]);
  return value === undefined || value.includes('OWNER');
});
if (unfilled.length > 0) {
  const fields = unfilled.join(', ');
  process.stderr.write(`not published: package.json has no GitHub account in ${fields}. Replace OWNER with it\n`);
  process.exitCode = 1;
}
