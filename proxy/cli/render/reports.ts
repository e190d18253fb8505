import type { Grade } from '#core/model/finding.ts';
import type { Report } from './report.ts';
import { renderReport } from './report-text.ts';
import { createGithubReport } from './report-github.ts';
import { createJsonReport } from './report-json.ts';
import { createJunitReport } from './report-junit.ts';
import { createSarifReport } from './report-sarif.ts';

function createTextReport(): Report {
  let isFirst = true;
  return {
    add(checked) {
      const gap = isFirst ? '' : '\n';
      isFirst = false;
      return gap + renderReport(checked);
    },
    end: () => '',
  };
}

/** Formats by their name in `check --format`. Findings of the grades `failing` fail the check. */
export const reportFormats = {
  text: createTextReport,
  json: createJsonReport,
  junit: createJunitReport,
  sarif: createSarifReport,
  github: createGithubReport,
} satisfies Record<string, (failing: ReadonlySet<Grade>) => Report>;

export type ReportFormat = keyof typeof reportFormats;
