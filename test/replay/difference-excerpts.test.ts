import { expect, test } from 'vitest';
import { renderDifference } from '#core/json/render-difference.ts';
import type { Outcome } from '#core/wire/jsonrpc.ts';
import { answersAlike, differenceAt, notOfferedRemark } from '../../proxy/replay/matching/match.ts';
import { IDENTITY } from '../../proxy/replay/matching/normalise.ts';

const prompt = (text: string) => ({ sessionId: 's', prompt: [{ type: 'text', text }] });

test('two long texts are cut around the first character that differs', () => {
  const long = 'long '.repeat(2000);
  const [one, ...others] = differenceAt(
    'exact',
    'session/prompt',
    prompt(`${long}ends so`),
    prompt(`${long}ends otherwise`),
    IDENTITY,
    '/params',
  );
  if (!one) throw new Error('they differ');
  expect(others).toEqual([]);
  expect(one.pointer).toBe('/params/prompt/0/text');
  expect(String(one.expected)).toMatch(/^….{999,1001}so$/);
  expect(String(one.received)).toMatch(/^….{999,1001}otherwise$/);
  expect(renderDifference([one])).toBe(
    '/params/prompt/0/text: expected …"ong long long long ends so", got …"ong long long long ends otherwise"',
  );
});

test('the kind of an option is not its id', () => {
  const params = {
    options: [
      { optionId: 'allow', kind: 'allow_once' },
      { optionId: 'once', kind: 'allow_once' },
    ],
  };
  const chosen = (optionId: string): Outcome => ({ ok: true, result: { outcome: { outcome: 'selected', optionId } } });
  const isAlike = (optionId: string) =>
    answersAlike({ method: 'session/request_permission', params }, chosen('allow'), chosen(optionId), {}, IDENTITY);
  expect(['allow', 'once', 'allow_once'].map(isAlike)).toEqual([true, true, false]);
});

test('the report marks an option that was never offered', () => {
  const request = {
    method: 'session/request_permission',
    params: { options: [{ optionId: 'allow' }, { optionId: 'reject' }] },
  };
  const chosen = (optionId: string) => ({ ok: true, result: { outcome: { outcome: 'selected', optionId } } }) as const;
  expect(notOfferedRemark(request, chosen('reject'))).toBe('');
  expect(notOfferedRemark(request, chosen('yes'))).toBe('; yes was never offered, the options are allow, reject');
});
