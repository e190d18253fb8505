import { Session, type Profiler } from 'node:inspector';

const OURS = /\/(?:proxy|inspector-ui)\/(?!.*node_modules)/;

/**
 * Counts the blocks of acptap's own code that run, each as often as it runs, by V8's coverage: a measure of work that
 * no machine and no load changes. Work inside of one call of the engine (a regex, a copy) counts as one step. Only one
 * at a time in a process.
 */
export function openStepCounter() {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

  /** Steps since the last call. */
  function steps(): number {
    let scripts: readonly Profiler.ScriptCoverage[] = [];
    session.post('Profiler.takePreciseCoverage', (failure, answer) => {
      if (failure) throw failure;
      scripts = answer.result;
    });
    return scripts
      .filter(({ url }) => OURS.test(url))
      .flatMap(({ functions }) => functions)
      .flatMap(({ ranges }) => ranges)
      .reduce((sum, { count }) => sum + count, 0);
  }

  return { steps, close: () => session.disconnect() };
}
