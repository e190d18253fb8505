import { readdirSync, readFileSync } from 'node:fs';

const ADDRESSES = ['repository', 'homepage', 'bugs', 'funding'];

/**
 * Returns why this manifest must not be packed or published, and what to do. `pages` are the texts of packed documents
 * by their path. A package with placeholders is packed only while it is private, because npm never publishes a private
 * package, not even from a file that was packed earlier.
 */
export function refusal(
  event: 'prepack' | 'prepublishOnly',
  manifest: Readonly<Record<string, unknown>>,
  pages: Readonly<Record<string, string>>,
): string | undefined {
  const isPrivate = manifest['private'] === true;
  if (event === 'prepack' && isPrivate) return undefined;
  const fields = ADDRESSES.filter((field) => hasPlaceholder(JSON.stringify(manifest[field])));
  const paths = Object.keys(pages).filter((path) => hasPlaceholder(pages[path]));
  const places = [...(fields.length > 0 ? [`package.json (${fields.join(', ')})`] : []), ...paths];
  if (places.length > 0)
    return `no GitHub account in ${places.join(', ')}: replace OWNER with it, then remove "private" from package.json`;
  return isPrivate ? 'package.json is private: remove "private"' : undefined;
}

const hasPlaceholder = (text: string | undefined): boolean => text === undefined || /\bOWNER\b/.test(text);

function packedPages(): Readonly<Record<string, string>> {
  const paths = [...readdirSync('docs').map((name) => `docs/${name}`), 'README.md', 'SECURITY.md'];
  const pages = paths.filter((path) => path.endsWith('.md'));
  return Object.fromEntries(pages.map((path) => [path, readFileSync(path, 'utf8')]));
}

if (process.argv[1] === import.meta.filename) {
  const event = process.env['npm_lifecycle_event'] === 'prepack' ? 'prepack' : 'prepublishOnly';
  const manifest = JSON.parse(readFileSync('package.json', 'utf8')) as Record<string, unknown>; // npm has read it
  const why = refusal(event, manifest, packedPages());
  if (why !== undefined) {
    process.stderr.write(`not ${event === 'prepack' ? 'packed' : 'published'}: ${why}\n`);
    process.exitCode = 1;
  }
}
