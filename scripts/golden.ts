/**
 * Writes the committed generated files (`npm run golden`): `*.expected.txt` beside every recording in `recordings/`,
 * `docs/rules.md`, and the texts of tests that change one line at a time. Review the diff.
 */
import { writeFileSync } from 'node:fs';
import { CHANGED_RECORDINGS, renderChangedRecordings } from '../test/core/changed/changed-recordings.ts';
import { CHANGED_CLIENTS, renderChangedClients } from '../test/replay/changed-clients.ts';
import { CHANGED_AGENTS, renderChangedAgents } from '../test/replay/drive/changed-agents.ts';
import { CHANGED_EXAMPLES, renderChangedExamples } from '../test/rules/changed-examples.ts';
import { expectedPath, goldenRecordings, renderGolden } from './golden-text.ts';
import { renderRulesDoc, RULES_DOC } from './rules-doc.ts';

for (const path of goldenRecordings()) writeFileSync(expectedPath(path), await renderGolden(path));
writeFileSync(RULES_DOC, renderRulesDoc());
writeFileSync(CHANGED_EXAMPLES, renderChangedExamples());
writeFileSync(CHANGED_RECORDINGS, await renderChangedRecordings());
writeFileSync(CHANGED_CLIENTS, renderChangedClients());
writeFileSync(CHANGED_AGENTS, await renderChangedAgents());
