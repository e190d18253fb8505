import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import type { Rule } from '#core/rules/engine/rule.ts';
import { print } from '../output/output.ts';
import { renderRule, renderRules } from '../render/rules.ts';
import { toJsonText } from '../render/json.ts';

/** `rules [ID]`: the catalogue, or one rule with its examples. An area (`framing`) lists its rules. */
export async function rules(id: string | undefined, { json }: { readonly json?: boolean }): Promise<void> {
  const found = select(id);
  const [only] = found;
  if (json) await print(`${toJsonText(found.map(toJson))}\n`);
  else await print(only?.id === id && only ? renderRule(only) : renderRules(found, process.stdout.columns));
}

/** @throws {AcptapError} `usage` for a rule or area that does not exist. */
function select(id: string | undefined): readonly Rule[] {
  if (id === undefined) return catalogue;
  const found = catalogue.filter((rule) => rule.id === id || rule.id.startsWith(`${id}/`));
  if (found.length > 0) return found;
  const near = nearestName(
    id,
    catalogue.map((rule) => rule.id),
  );
  throw new AcptapError(
    'usage',
    `there is no rule "${id}"${near ? `: did you mean ${near}?` : ''} (acptap rules lists them all)`,
  );
}

const toJson = ({ id, grade, binds, versions, requires, source, peers, examples }: Rule) => ({
  id,
  grade,
  binds,
  versions,
  requires,
  source,
  peers,
  examples,
});
