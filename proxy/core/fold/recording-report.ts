import type { RecordingReport } from '#core/model/finding.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Occasions } from '#core/rules/engine/judge.ts';

/** Lists every rule of the catalogue with how often the judge saw it kept and broken. */
export const toRecordingReport = (occasions: ReadonlyMap<string, Readonly<Occasions>>): RecordingReport => ({
  rules: catalogue.map(({ id, grade, requires, source }) => {
    const { kept, broken } = occasions.get(id) ?? { kept: 0, broken: 0 };
    return { id, grade, requires, source, kept, broken };
  }),
});
