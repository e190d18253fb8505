import type { ReplayReport } from '../model/replay-report.ts';
import { renderReport } from './render-report.ts';

/** What to do where the client has changed on purpose. */
export const RECORD_AGAIN = 'if the client is right, record the fixture again (recordedAgent: ACPTAP_RECORD=all)';

/** A replay that failed. The message is the rendered report and what to do; the cause is the error of the test's `frame()`. */
export class ReplayDivergence extends Error {
  declare readonly report: ReplayReport;
  constructor(report: ReplayReport, options?: ErrorOptions) {
    const isChange = report.outcome === 'diverged' && typeof report.lastFault !== 'string';
    super(`${renderReport(report)}${isChange ? `\n\n${RECORD_AGAIN}` : ''}`, options);
    this.name = 'ReplayDivergence';
    Object.defineProperty(this, 'report', { value: report }); // not enumerable: test runners print those members
  }
}
