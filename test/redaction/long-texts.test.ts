import { expect, test } from 'vitest';
import { secretsIn } from '#core/redaction/secrets.ts';
import { someOf } from '../support/effort.ts';

/** Beginnings of secrets, repeated many times. */
const PARTS = [
  'MIIEpAIBAAKCAQEA\n',
  'MIIEpAIBAAKCAQEA "   ',
  '-----BEGIN PRIVATE KEY-----\n> ',
  'abcdefgh12345678\n> -----END PRIVATE KEY-----\n',
  'abcdefgh12345678\\n" +\n',
  'kind: Secret\ndata:\n  a: |\n    b\n',
  'kind: Secret\ndata: {a: b, ',
  'sudo -S x <<EOF ',
  'curl -sSb "',
  '["-a", ',
  'db:5432:a:b:',
  '"name":"x_token" ',
  'value="x" ',
  '"token":{ ',
  '"\\"',
  'key [x]: ',
  'https://mcp.a/b',
  '%2526code%253D',
];

/** In the gate each part has one of them, by turns. */
const ENDS = ['', ' ', '-----END PRIVATE KEY-----', '}'];

test('a long text is searched in a time that grows with it', () => {
  for (const [no, part] of PARTS.entries())
    for (const end of someOf(ENDS, 4, no % 4))
      expect(secretsIn(part.repeat(Math.ceil(100_000 / part.length)) + end)).toBeInstanceOf(Array);
});

test('escapes that JSON does not have are read as they stand', () => {
  expect(secretsIn(String.raw`open "C:\New\Users\Bob\U12AB and \"nothing\"" now`)).toEqual([]);
  const text = String.raw`log "C:\New \"password\": \"hunter22\" \N" end`;
  expect(secretsIn(text).map(({ start, end }) => text.slice(start, end))).toEqual(['hunter22']);
});
