/** Writes `*.expected.txt` beside every recording in `recordings/` (`npm run golden`). The change is reviewed as a diff. */
import { writeFileSync } from 'node:fs';
import { expectedPath, goldenRecordings, renderGolden } from './golden-text.ts';

for (const path of goldenRecordings()) writeFileSync(expectedPath(path), await renderGolden(path));
