import { expect, test } from 'vitest';
import { serviceKeys } from '#core/redaction/service-keys.ts';
import { rounds } from '../support/effort.ts';
import { drawn } from './corpus/corpus.ts';
import { createRandom } from '../protocol/examples.ts';

/** Keys as services make them, in the form of the corpus. */
const KEYS = `
  sk-proj-⟦w156⟧ xai-⟦x80⟧ gsk_⟦x52⟧ pplx-⟦x48⟧ r8_⟦x37⟧ hf_⟦x34⟧ lsv2_pt_⟦f32⟧_⟦f10⟧ tvly-⟦x32⟧ fc-⟦f32⟧
  jina_⟦x65⟧ co_⟦x40⟧ sk_live_⟦x24⟧ pk_test_⟦x99⟧ whsec_⟦x32⟧ ghp_⟦x36⟧ github_pat_⟦x22⟧_⟦x59⟧ glpat-⟦w20⟧
  glrt-⟦w20⟧ glrt-t1_⟦w20⟧ gldt-⟦w20⟧ glsoat-⟦w20⟧ npm_⟦x36⟧ AIza⟦w35⟧ GOCSPX-⟦w28⟧ ya29.⟦w180⟧ 1//0⟦w100⟧
  xoxb-⟦912⟧-⟦913⟧-⟦x24⟧ xapp-1-A⟦B10⟧-⟦913⟧-⟦f64⟧ dckr_pat_⟦w27⟧ ntn_⟦911⟧⟦x35⟧ secret_⟦x43⟧ lin_api_⟦x40⟧
  shpat_⟦f32⟧ dapi⟦f32⟧ sbp_⟦f40⟧ sb_secret_⟦w22⟧_⟦w8⟧ sb_publishable_⟦w22⟧_⟦w8⟧ ATATT3xFfGF0⟦w176⟧ ATBB⟦x32⟧
  figd_⟦w40⟧ PMAK-⟦f24⟧-⟦f34⟧ glsa_⟦x32⟧_⟦f8⟧ glc_⟦s120⟧ sntrys_⟦s160⟧ sntryu_⟦f64⟧ tskey-auth-⟦x17⟧-⟦x32⟧
  NRAK-⟦B27⟧ rubygems_⟦f48⟧ CCIPAT_⟦x22⟧_⟦f40⟧ dp.pt.⟦x43⟧ fm2_⟦s300⟧ fo1_⟦w43⟧ SG.⟦w22⟧.⟦w43⟧ hvs.⟦w90⟧
  pypi-AgEIcHlwaS5vcmc⟦w150⟧ AGE-SECRET-KEY-1⟦B58⟧ dop_v1_⟦f64⟧ ops_eyJ⟦w600⟧
`;

test('finds every key of a service, however its characters are drawn', () => {
  const { below } = createRandom(1);
  const missed = KEYS.trim()
    .split(/\s+/)
    .flatMap((form) => {
      const keys = Array.from({ length: rounds(200, 1000) }, () => drawn(form, below));
      const text = keys.map((key) => `it has ${key} now`).join('\n');
      const found = new Set(serviceKeys(text).map(({ start, end }) => text.slice(start, end)));
      return keys.filter((key) => !found.has(key.replace(/[.+/-]+$/, ''))); // which may end a sentence
    });
  expect(missed).toEqual([]);
});

test('finds a key of SendGrid with few digits', () => {
  const key = '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';
  expect(serviceKeys(`it is ${key}.`)).toMatchObject([{ start: 6, end: 6 + key.length }]);
});
