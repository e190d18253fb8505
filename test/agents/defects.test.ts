import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/judge-recording.ts';
import { converse } from './converse.ts';
import { overridden, peersWith, type Defect } from './define-defect.ts';

const defects = Object.entries(import.meta.glob<Defect>('./defects/*.ts', { import: 'default', eager: true }));

describe.each(defects)('%s', (_path, defect) => {
  const { does, side, breaks, besides = {} } = defect;

  test(`an ${side} that ${does} breaks ${breaks} and nothing else`, () => {
    const { findings } = judgeRecording(converse(peersWith(defect)), catalogue, 'orderly');
    expect(findings.map((finding) => `${finding.rule} ${finding.side}`).toSorted()).toEqual(
      [`${breaks} ${side}`, ...Object.keys(besides)].toSorted(),
    );
  });

  test('one step is another', () => {
    const { agent, client } = overridden(defect);
    expect(Object.keys({ ...agent, ...client })).toHaveLength(1);
  });
});
