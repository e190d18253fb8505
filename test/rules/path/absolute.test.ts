import { expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { isAbsolute } from '#core/text/is-absolute.ts';
import { findingsIn, judgeTranscript, wholeExample } from '../../judge-transcript.ts';

test.each(['/', '/a', 'C:\\a', 'c:/a', '\\\\server\\share', '//server/share', '/tmp/file:///x'])(
  '%s is absolute',
  (path) => {
    expect(isAbsolute(path)).toBe(true);
  },
);

test.each(['', 'a', './a', '../a', '~/a', 'C:a', 'C:', '\\a', 'file:///a', 'http://a/b', '$HOME/a', '<home>/a'])(
  '%s is not',
  (path) => {
    expect(isAbsolute(path)).toBe(false);
  },
);

test.each([
  ['~/app', 'an absolute path: nobody replaces ~'],
  ['file:///app', 'an absolute path, not a URL'],
  ['app', 'an absolute path'],
])('explains what to write instead of %s', (cwd, expected) => {
  const transcript = wholeExample(`> 1 session/new ${JSON.stringify({ cwd, mcpServers: [] })}`);
  expect(judgeTranscript(catalogue, transcript).findings).toMatchObject([
    { expected, seen: cwd, pointer: '/params/cwd' },
  ]);
});

test('leaves a path that is not a string to the schema rules', () => {
  expect(findingsIn('> 1 session/new {"cwd":7,"mcpServers":[]}')).toEqual(['schema/params-match error client']);
});

test('reports the same relative path once for each tool call', () => {
  const update = (id: string) =>
    `< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call_update","toolCallId":"${id}","locations":[{"path":"a.txt"}]}}`;
  const transcript = wholeExample(`${update('t')}\n${update('t')}\n${update('u')}`);
  const told = judgeTranscript(catalogue, transcript).findings.filter(
    ({ rule }) => rule === 'path/location-is-absolute',
  );
  expect(told).toHaveLength(2);
});
