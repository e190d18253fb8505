import * as z from 'zod';
import { AcptapError } from '#core/errors.ts';
import { nearestName } from '#core/protocol/suggest-name.ts';
import { catalogue } from '#core/rules/catalogue.ts';
import { cut } from '../bounds.ts';
import { defineTool } from '../tool.ts';

export const explainRule = defineTool({
  name: 'explain_rule',
  title: 'Explain a rule',
  description:
    'Explains a rule of the catalogue by its id: the requirement, the page of the specification, what real peers do with such a frame, and examples that break and keep it. An area such as "session" lists its rules.',
  input: z.strictObject({
    rule: z.string().max(200).describe('the id of a rule, such as session/close-ends-its-turns'),
  }),
  answer({ rule: id }) {
    const found = catalogue.find((rule) => rule.id === id);
    if (found) {
      const { start: _start, restsOn: _rests, about: _about, ...rule } = found;
      return { rule: cut(rule) };
    }
    const area = catalogue.filter((rule) => rule.id.startsWith(`${id}/`));
    if (area.length > 0) return { rules: area.map(({ id: name, grade, requires }) => ({ id: name, grade, requires })) };
    const near = nearestName(
      id,
      catalogue.map((rule) => rule.id),
    );
    throw new AcptapError('usage', `there is no rule ${JSON.stringify(id)}${near ? `: did you mean ${near}?` : ''}`);
  },
});
