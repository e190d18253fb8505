import type { FindingDetail } from '#core/model/finding.ts';
import type { Finding, Rule } from '#core/rules/engine/rule.ts';
import { visible } from '#core/wire/visible.ts';

/** A line of a printed finding: `seen:     ` and the text behind it. */
export type Labelled = readonly [label: string, text: string];

/** Where a frame breaks a rule, and with which value. */
export const labelledFinding = ({ pointer, seen, expected }: Finding | FindingDetail): readonly Labelled[] =>
  labelled({ where: pointer === '' ? 'the whole frame' : pointer, seen, expected });

/** The requirement of the broken rule, the behaviour of peers, and the page with the requirement. */
export const labelledRule = ({ requires, peers, source }: Rule | FindingDetail): readonly Labelled[] =>
  labelled({ required: requires, peers, source });

const labelled = (texts: Readonly<Record<string, string | null | undefined>>): readonly Labelled[] =>
  Object.entries(texts).flatMap(([label, text]) =>
    typeof text === 'string' ? [[`${label}:`.padEnd(10), visible(text)]] : [],
  );
