import type { RecordingReport } from '#core/contract/api.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Occasions } from '#core/rules/judge.ts';

/** Every rule of the catalogue, and how often it was kept and broken, as a judge has counted. */
export const toReport = (occasions: ReadonlyMap<string, Readonly<Occasions>>): RecordingReport => ({
  rules: catalogue.map(({ id, grade, requires, source }) => {
    const { kept, broken } = occasions.get(id) ?? { kept: 0, broken: 0 };
    return { id, grade, requires, source, kept, broken };
  }),
});
