/**
 * Writes the committed generated files (`npm run golden`): `*.expected.txt` beside every recording in `recordings/`,
 * `docs/rules.md`, and the verdicts of rules on changed examples. Review the diff.
 */
import { writeFileSync } from 'node:fs';
import { CHANGED_EXAMPLES, renderChangedExamples } from '../test/rules/changed-examples.ts';
import { expectedPath, goldenRecordings, renderGolden } from './golden-text.ts';
import { renderRulesDoc, RULES_DOC } from './rules-doc.ts';

for (const path of goldenRecordings()) writeFileSync(expectedPath(path), await renderGolden(path));
writeFileSync(RULES_DOC, renderRulesDoc());
writeFileSync(CHANGED_EXAMPLES, renderChangedExamples());
