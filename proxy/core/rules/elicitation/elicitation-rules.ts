import type { Rule } from '../engine/rule.ts';
import asksForNoSecret from './asks-for-no-secret.ts';
import completeIsForAnOpenOne from './complete-is-for-an-open-one.ts';
import contentFitsTheForm from './content-fits-the-form.ts';
import formHasNoUrl from './form-has-no-url.ts';
import hasOneScope from './has-one-scope.ts';
import idIsUnique from './id-is-unique.ts';
import urlIsSecure from './url-is-secure.ts';

/** Questions to the person. */
export const elicitationRules: readonly Rule[] = [
  hasOneScope,
  idIsUnique,
  completeIsForAnOpenOne,
  contentFitsTheForm,
  urlIsSecure,
  formHasNoUrl,
  asksForNoSecret,
];
