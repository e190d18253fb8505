/**
 * Writes the committed generated files (`npm run golden`): `*.expected.txt` beside every recording in `recordings/`,
 * and `docs/rules.md`. Review the diff.
 */
import { writeFileSync } from 'node:fs';
import { expectedPath, goldenRecordings, renderGolden } from './golden-text.ts';
import { renderRulesDoc, RULES_DOC } from './rules-doc.ts';

for (const path of goldenRecordings()) writeFileSync(expectedPath(path), await renderGolden(path));
writeFileSync(RULES_DOC, renderRulesDoc());
