import type { ReplayReport } from '../model/replay-report.ts';
import { renderReport } from './render-report.ts';

/** A replay that failed. The message is the rendered report; the cause is the error of the test's `frame()`. */
export class ReplayDivergence extends Error {
  declare readonly report: ReplayReport;
  constructor(report: ReplayReport, options?: ErrorOptions) {
    super(renderReport(report), options);
    this.name = 'ReplayDivergence';
    Object.defineProperty(this, 'report', { value: report }); // not enumerable: test runners print those members
  }
}
