import { describe, expect, test } from 'vitest';
import { parseTranscript } from '#core/wire/transcript.ts';
import { header } from '../support/recording-file.ts';
import { redacted, redactedParams } from './redact-entries.ts';

describe('a secret is masked by its place:', () => {
  test.each([
    ['a number', { password: 1_234_567_890, tokens: 12 }, { password: '[redacted-1]', tokens: 12 }],
    ['a list', { tokens: ['a', 'b'] }, { tokens: ['[redacted-1]', '[redacted-2]'] }],
    ['an object', { credentials: { pw: 'x', type: 'basic' } }, { credentials: { pw: '[redacted-1]', type: 'basic' } }],
    ['pwd', { pwd: 'x' }, { pwd: '[redacted-1]' }],
    ['auth', { auth: 'x' }, { auth: '[redacted-1]' }],
    ['bearer', { auth: { bearer: 'x' } }, { auth: { bearer: '[redacted-1]' } }],
    ['otp', { otp: 'x' }, { otp: '[redacted-1]' }],
    [
      'what is named so',
      { vars: [{ name: 'API_KEY', value: 'x' }] },
      { vars: [{ name: 'API_KEY', value: '[redacted-1]' }] },
    ],
    ['JSON in a text', { rawOutput: '{"token":"x","n":1}' }, { rawOutput: '{"token":"[redacted-1]","n":1}' }],
    [
      'the word after an option',
      { args: ['--password', 'letmein', '-v'] },
      { args: ['--password', '[redacted-1]', '-v'] },
    ],
    [
      'the value of an option that is named so',
      { configId: 'token', value: 'x' },
      { configId: 'token', value: '[redacted-1]' },
    ],
    ['the word after sshpass -p', { args: ['sshpass', '-p', 'x'] }, { args: ['sshpass', '-p', '[redacted-1]'] }],
    ['the value of an option', { args: ['--token=abc'] }, { args: ['--token=[redacted-1]'] }],
    ['curl -u', { command: 'curl', args: ['-u', 'bob:x'] }, { command: 'curl', args: ['-u', 'bob:[redacted-1]'] }],
    ['mysql -p', { command: '/bin/mysql', args: ['-px'] }, { command: '/bin/mysql', args: ['-p[redacted-1]'] }],
    ['docker login -p', { args: ['docker', 'login', '-p', 'x'] }, { args: ['docker', 'login', '-p', '[redacted-1]'] }],
  ])('%s', (_what, params, masked) => {
    expect(redactedParams(params)).toEqual(masked);
  });
});

test.each([
  'pass',
  'db_pass',
  'dbPass',
  'pw',
  'pin',
  'pin_code',
  'pat',
  'dsn',
  'password1',
  'tokenValue',
  'secret_key_base',
])('a string that is called %s is masked', (name) => {
  expect(redactedParams({ [name]: 'x' })).toEqual({ [name]: '[redacted-1]' });
});

describe('a value in a place that only looks secret stays:', () => {
  test.each([
    ['a working directory', { pwd: '/work/app' }],
    ['usage', { inputTokens: 1200, usage: { tokens: { in: 1, out: 2 } }, progressToken: 7 }],
    [
      'the definition of a form',
      { properties: { credentials: { type: 'string', title: 'Yours' }, token: { type: 'string' } } },
    ],
    ['what may be logged out of', { auth: { logout: {} } }],
    ['versions of packages', { dependencies: { cookie: '^2.0.0', otp: '~1.2', 'next-auth': '5.0.0-beta.1' } }],
    ['words that end like a name', { bypass: 'x', spin: 'x', compass: 'x', format: 'x', pass: true, pins: 4 }],
    ['the value of another option', { configId: 'model', value: 'x' }],
    ['ports and prompts', { command: 'docker', args: ['run', '-u', 'app:app', '-p', '80:80'] }],
  ])('%s', (_what, params) => {
    expect(redactedParams(params)).toEqual(params);
  });
});

test('the words of a command line are masked where they stand, plain and short ones as well', () => {
  const command = ['agent', '--password', 'letmein', '--token=swordfish', '--api-key', 'abc12', '--verbose'];
  expect(JSON.parse(redacted([], header({ command })).split('\n')[0] ?? '')).toMatchObject({
    command: ['agent', '--password', '[redacted-1]', '--token=[redacted-2]', '--api-key', '[redacted-3]', '--verbose'],
  });
});

describe('an echo of a secret is found', () => {
  const secret = String.raw`canary"quo\te 9`;
  const known = { headers: { 'X-A': secret } };

  test.each([
    ['as the name of a member', { [secret]: 1 }, { '[redacted-1]': 1 }],
    ['in JSON that is in a text', { text: JSON.stringify([secret]) }, { text: '["[redacted-1]"]' }],
    ['with escapes in a text', { text: `said ${JSON.stringify(secret)}` }, { text: 'said "[redacted-1]"' }],
    ['in a URL', { text: `?q=${encodeURIComponent(secret)}` }, { text: '?q=[redacted-1]' }],
  ])('%s', (_what, echo, masked) => {
    expect(redactedParams({ known, echo })).toEqual({ known: { headers: { 'X-A': '[redacted-1]' } }, echo: masked });
  });
});

describe('a word that a setting calls a password is found', () => {
  test.each([
    ['of an environment', { env: [{ name: 'DB_PASSWORD', value: 'swordfish' }] }],
    ['of an environment that is an object', { env: { DB_PASS: 'swordfish' } }],
    ['of headers', { headers: { 'X-Secret': 'swordfish' } }],
  ])('%s, where it stands alone and not in other words', (_what, known) => {
    const texts = ['it is swordfish.', 'no swordfishes, snake_swordfish'];
    expect(redactedParams({ known, texts })).toMatchObject({ texts: ['it is [redacted-1].', texts[1]] });
  });

  test('except short words, and values of settings with other names', () => {
    const env = { DB_PASSWORD: 'fish', MODE: 'swordfish' };
    const texts = ['fish and swordfish'];
    expect(redactedParams({ known: { env }, texts })).toMatchObject({ texts });
  });
});

test('placeholders that a recording has already keep their numbers to themselves', () => {
  const text = redacted(
    parseTranscript('< _said {"text":"old [redacted-1] and [redacted-7], new sk-ant-canary0123456789abcdef"}'),
  );
  expect(text).toContain('old [redacted-1] and [redacted-7], new [redacted-8]');
});
