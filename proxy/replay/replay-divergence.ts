import { renderReport } from './render-report.ts';
import type { ReplayReport } from './report.ts';

/** A replay that failed. The message is the rendered report. */
export class ReplayDivergence extends Error {
  readonly report: ReplayReport;
  constructor(report: ReplayReport) {
    super(renderReport(report));
    this.name = 'ReplayDivergence';
    this.report = report;
  }
}
