// Loaded by each Node process of the first run (setup.ts). Writes a mutant at its first run: some processes are killed.
import { appendFileSync } from 'node:fs';

const file = process.env['ACPTAP_MUTANT_HITS'];

if (file !== undefined) {
  const seen = new Proxy(
    {},
    {
      set(hits, id, count) {
        if (!(id in hits)) appendFileSync(file, `${String(id)}\n`);
        hits[id] = count;
        return true;
      },
    },
  );
  globalThis['__stryker__'] = { mutantCoverage: { static: seen, perTest: {} } };
}
