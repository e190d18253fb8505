import { expect, test } from 'vitest';
import { renderReports, type DivergenceCase } from './divergence-case.ts';

/** A session with two more folders, one of them below the first. */
const IN_FOLDERS = `
  > 1 session/new {"cwd":"/home/x/app","additionalDirectories":["/home/x/app/docs","/home/x/lib"],"mcpServers":[]}
  < 1 ok {"sessionId":"s"}`;
const IN_FOLDERS_ELSEWHERE = [
  '> 1 session/new {"cwd":"/tmp/y","additionalDirectories":["/tmp/y/docs","/lib"],"mcpServers":[]}',
];

const cases: readonly DivergenceCase[] = [
  {
    what: 'a session in another folder, where its params count',
    recording: IN_FOLDERS,
    live: IN_FOLDERS_ELSEWHERE,
    options: { match: { 'session/new': 'normalised' } },
    report: `
      | the replay is complete (1 frame played, 1 message received)`,
  },
  {
    what: 'a session with another number of folders, where its params count',
    recording: IN_FOLDERS,
    live: [IN_FOLDERS_ELSEWHERE[0]?.replace(',"/lib"', '') ?? ''],
    options: { match: { 'session/new': 'normalised' } },
    report: `
      | the recording has session/new "/home/x/app" (#0), the client sent session/new "/tmp/y"
      |   /params/additionalDirectories/1: expected "/home/x/lib", got nothing
      |
      | the replay diverged (0 frames played, 1 message received)
      |
      | never came: session/new "/home/x/app" (#0)`,
  },
];

test.each(cases)('reports $what', (one) => {
  const [expected, got] = renderReports(one);
  expect(got).toBe(expected);
});
