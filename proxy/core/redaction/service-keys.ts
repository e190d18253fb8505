import { isRandom } from './value-kinds.ts';
import { servicePatterns } from './service-patterns.gen.ts';
import { longWords } from './mentioned-words.ts';
import type { Found } from './spans.ts';

/**
 * Keys that secretlint's rules do not have, or have in one length only: how each begins. The rest has to look
 * random, so that `sk-fading-circle` stays.
 */
const BEGINNINGS: Readonly<Record<string, string>> = {
  'AI provider': 'sk-|pk-|rk-|xai-|gsk_|pplx-|r8_|hf_|lsv2_(?:pt|sk)_|tvly-|fc-|jina_|co_',
  stripe: '[spr]k_(?:live|test)_|whsec_',
  github: 'gh[opsur]_|github_pat_',
  gitlab: 'gl(?:pat|rt|rtr|dt|cbt|ptt|ft|soat|oas|agent|imt|ffct)-',
  npm: 'npm_',
  google: 'AIza|GOCSPX-|ya29\\.|[14]\\/\\/?0',
  slack: 'xox[abeoprs]-|xoxe\\.xox[bp]-|xapp-',
  docker: 'dckr_(?:pat|oat)_',
  notion: 'ntn_|secret_',
  linear: 'lin_(?:api|oauth)_',
  shopify: 'shp(?:at|ca|pa|ss)_',
  databricks: 'dapi|dose|dkea',
  supabase: 'sbp_|sb_(?:secret|publishable)_',
  atlassian: 'AT[ACBS]TT3x|ATBB',
  figma: 'fig[dou]r?_',
  postman: 'PMAK-',
  grafana: 'gl(?:sa|c)_',
  sentry: 'sntry[su]_',
  tailscale: 'tskey-',
  'new relic': 'NR(?:AK|II|AA|RA|IQ)-|NRJS-',
  rubygems: 'rubygems_',
  circleci: 'CCIP(?:AT|RJ)_',
  doppler: 'dp\\.(?:pt|st|ct|sa|scim|audit)\\.',
  fly: 'fm[12][ar]?_|fo1_',
  sendgrid: 'SG\\.',
  vault: 'hv[sbr]\\.',
  pypi: 'pypi-Ag',
  age: 'AGE-SECRET-KEY-1',
  digitalocean: 'do[opr]_v1_',
  '1password': 'ops_eyJ',
};

/** Keys with a mark in their middle, or of a fixed form. */
const FORMS: Readonly<Record<string, string>> = {
  'AWS access key': '(?:AKIA|ASIA)[0-9A-Z]{16}\\b',
  'JSON Web Token': 'eyJ[\\w-]{8,2048}\\.[\\w-]{8,}\\.[\\w-]{8,}',
  'azure client secret': '[\\w~.]{3}\\dQ~[\\w~.-]{31,34}',
  airtable: 'pat\\w{14}\\.[0-9a-f]{64}',
  discord: '[MNO][\\w-]{23,27}\\.[\\w-]{6,7}\\.[\\w-]{27,}',
  'new relic': '(?:[0-9a-f]{36}|[a-z]{2}\\d\\dxx[0-9a-f]{30})NRAL\\b',
  telegram: '\\d{6,12}:AA[\\w-]{30,}',
  terraform: '\\w{14}\\.atlasv1\\.[\\w=-]{60,}',
};

/** No words with signs between them, and no filling: `runner-token-example`, `XXXXXXXX`. */
const NO_WORDS = String.raw`(?!(?:(?:[A-Z]?[a-z]+|[A-Z]+)?\d{0,2}[-_])*(?:[A-Z]?[a-z]+|[A-Z]+)?\d{0,2}(?![\w-])|[\w-]*(?:[xX]{6}|0{8}))`;

/** Keys identified by their beginning and length: the rest need not look random. */
const UNMISTAKABLE: Readonly<Record<string, string>> = {
  gitlab: String.raw`gl(?:pat|rt|rtr|dt|cbt|ptt|ft|soat|oas|agent|imt|ffct)-${NO_WORDS}[\w-]{20,}`,
  fly: String.raw`fo1_${NO_WORDS}[\w-]{43}(?![\w-])`,
  google: String.raw`(?:AIza${NO_WORDS}[\w-]{35}|GOCSPX-${NO_WORDS}[\w-]{28})(?![\w-])`,
  sendgrid: String.raw`SG\.[\w-]{22}\.[\w-]{43}(?![\w-])`,
  supabase: String.raw`sb_(?:secret|publishable)_${NO_WORDS}[\w-]{22}_[\w-]{8}(?![\w-])`,
};

/** No letter or digit precedes the key, except the letter of a JSON escape and `bot` in Telegram's URLs. */
const START = String.raw`(?:(?<![A-Za-z0-9])|(?<=\\[nrt]|\/bot))`;

/** `isOpen`: only the beginning is known, so the rest has to look random. */
interface Key {
  readonly rule: string;
  readonly pattern: RegExp;
  readonly isOpen: boolean;
}

const toKeys = (table: Readonly<Record<string, string>>, tail: string): readonly Key[] =>
  Object.entries(table).map(([service, source]) => ({
    rule: `${service} key`,
    pattern: new RegExp(`${START}(?:${source})${tail}`, 'g'),
    isOpen: tail !== '',
  }));

const KEYS: readonly Key[] = [
  ...toKeys({ ...FORMS, ...UNMISTAKABLE }, ''),
  ...servicePatterns.map(({ service, source }) => ({
    rule: `${service} key`,
    pattern: new RegExp(START + source, 'g'),
    isOpen: false,
  })),
  ...toKeys(BEGINNINGS, String.raw`(?<tail>[\w.~+/-]{10,}=*)`),
];

/** The least length of a key, without spaces: most words are shorter. */
const MIN_LENGTH = 16;
const ANY = new RegExp(KEYS.map(({ pattern }) => pattern.source.replaceAll('?<tail>', '?:')).join('|'));

/** The keys of services in a text, by how they look. */
export function serviceKeys(text: string): readonly Found[] {
  const found: Found[] = [];
  for (const [start, end] of longWords(text, MIN_LENGTH)) {
    const from = Math.max(0, start - 4); // the character before decides whether a key may begin
    const part = text.slice(from, end);
    if (!ANY.test(part)) continue;
    for (const { rule, pattern, isOpen } of KEYS)
      for (const { index: at, 0: whole, groups } of part.matchAll(pattern)) {
        const key = whole.replace(/[.+/-]+$/, ''); // the end of a sentence
        if (!isOpen || isRandom(groups?.['tail'] ?? ''))
          found.push({ start: from + at, end: from + at + key.length, rule });
      }
  }
  return found;
}
