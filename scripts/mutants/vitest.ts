import config from '../../vite.config.ts';

const { test } = config({ command: 'serve', mode: 'test' });
const projects = test?.projects?.filter(
  (project) => typeof project !== 'string' && 'test' in project && project.test?.name !== 'browser',
);

/** Tests of what the mutation run changes: all but those of a browser and the package. */
export default {
  test: {
    ...test,
    env: { ...test?.env, ACPTAP_WHOLE_TEXTS: '1' },
    projects,
    exclude: [
      'test/{browser,security}/**',
      'test/layering.test.ts', // reads sources, which the run has changed
    ],
    setupFiles: [test?.setupFiles ?? [], 'scripts/mutants/setup.ts'].flat(),
  },
};
