/**
 * Writes the committed generated files (`npm run golden`): `*.expected.txt` beside every recording in `recordings/`,
 * `docs/rules.md`, and the texts of tests that change one line at a time. Review the diff.
 */
import { writeFileSync } from 'node:fs';
import { CHANGED_RECORDINGS, renderChangedRecordings } from '../test/core/changed/changed-recordings.ts';
import { CHANGED_TEXTS, renderChangedTexts } from '../test/core/changed/changed-texts.ts';
import { PLANNED_FRAMES, renderPlannedFrames } from '../test/core/intervene/planned-frames.ts';
import { GOLDEN_ANSWERS, renderGoldenAnswers } from '../test/golden/answers.ts';
import { CHANGED_CORPUS, renderChangedCorpus } from '../test/redaction/changed-corpus.ts';
import { CHANGED_CLIENTS, renderChangedClients } from '../test/replay/changed-clients.ts';
import { CHANGED_AGENTS, renderChangedAgents } from '../test/replay/drive/changed-agents.ts';
import { GOLDEN_REPLAYS, renderGoldenReplays } from '../test/replay/golden-replays.ts';
import { CHANGED_EXAMPLES, renderChangedExamples } from '../test/rules/changed-examples.ts';
import { GOLDEN_SPANS, renderGoldenSpans } from '../test/telemetry/golden-spans.ts';
import { expectedPath, goldenRecordings, renderGolden } from './golden-text.ts';
import { renderRulesDoc, RULES_DOC } from './rules-doc.ts';

for (const path of goldenRecordings()) writeFileSync(expectedPath(path), await renderGolden(path));
writeFileSync(RULES_DOC, renderRulesDoc());
writeFileSync(CHANGED_EXAMPLES, renderChangedExamples());
writeFileSync(CHANGED_RECORDINGS, await renderChangedRecordings());
writeFileSync(CHANGED_TEXTS, renderChangedTexts());
writeFileSync(PLANNED_FRAMES, renderPlannedFrames());
writeFileSync(GOLDEN_ANSWERS, await renderGoldenAnswers());
writeFileSync(CHANGED_CORPUS, renderChangedCorpus());
writeFileSync(CHANGED_CLIENTS, renderChangedClients());
writeFileSync(GOLDEN_REPLAYS, await renderGoldenReplays());
writeFileSync(CHANGED_AGENTS, await renderChangedAgents());
writeFileSync(GOLDEN_SPANS, await renderGoldenSpans());
