import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The licences of bundled packages: `inputs` are the bundlers' module paths. */
export function thirdPartyLicenses(inputs: readonly string[]): string {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined));
  return [...folders]
    .toSorted()
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
        string,
        string
      >;
      return `${name} ${version} (${license})\n\n${licenseText(folder)}`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** `…/node_modules/@scope/name/…` → its folder, the innermost one. */
function packageFolder(input: string): string | undefined {
  const [, folder] = /(?:^|.*\/)(node_modules\/(?:.*\/node_modules\/)?(?:@[^/]+\/)?[^/]+)\//.exec(input) ?? [];
  return folder !== undefined && existsSync(join(folder, 'package.json')) ? folder : undefined;
}

function licenseText(folder: string): string {
  const file = readdirSync(folder).find((name) => /^(?:licen[cs]e|copying)/i.test(name));
  return file === undefined ? 'No licence file in the package.\n' : readFileSync(join(folder, file), 'utf8');
}
