import { catalogue } from '../proxy/core/rules/catalogue.ts';
import type { Rule } from '../proxy/core/rules/engine/rule.ts';

export const RULES_DOC = 'docs/rules.md';

/** The catalogue as a page: every rule with its requirement, the behaviour of real peers, and examples. */
export function renderRulesDoc(): string {
  const areas = Map.groupBy(catalogue, ({ id }) => id.split('/')[0] ?? '');
  const head = `# Rules

Generated from \`proxy/core/rules/\` by \`npm run golden\`; do not edit. \`acptap rules\` lists the same, \`acptap rules ID\` explains one.

${catalogue.length} rules. An **error** breaks a MUST or is rejected by receivers, a **warning** breaks a SHOULD or is silently dropped, a
**note** is worth knowing. In the examples \`>\` is the client and \`<\` the agent; they begin in an open session \`s\`.
`;
  return [head, ...[...areas].map(([area, rules]) => `## ${area}\n\n${rules.map(renderRule).join('\n')}`)].join('\n');
}

function renderRule({ id, grade, binds, versions, requires, peers, source, examples }: Rule): string {
  const who = binds === 'sender' ? 'either side' : `the ${binds}`;
  const version = versions.length === 2 ? 'both versions' : `version ${versions.join()}`;
  const lines = (transcripts: readonly string[]) =>
    transcripts
      .map((transcript) =>
        transcript
          .split('\n')
          .map((line) => line.trim())
          .join('\n'),
      )
      .join('\n\n');
  return `### ${id}

${grade} · binds ${who} · ${version} · [source](${source})

${requires}

Peers: ${peers}

<details><summary>Examples</summary>

Broken by:

\`\`\`\`text
${lines(examples.breaks)}
\`\`\`\`

Kept by:

\`\`\`\`text
${lines(examples.keeps)}
\`\`\`\`

</details>
`;
}
