import { readdirSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { catalogue } from '#core/rules/catalogue.ts';
import { judgeRecording } from '#core/rules/engine/judge-recording.ts';
import { converse } from './converse.ts';
import type { Defect } from './define-defect.ts';

const FOLDER = new URL('defects/', import.meta.url);
const defects = await Promise.all(readdirSync(FOLDER).map(async (name) => [name, await defectIn(name)] as const));

describe.each(defects)('%s', (_name, defect) => {
  const { does, side, breaks, times = 1, besides = {} } = defect;

  test(`the ${side} ${does}, which breaks ${breaks} and nothing else`, () => {
    const { findings } = judgeRecording(converse(defect.peers()), catalogue, 'orderly');
    const found = findings.map((finding) => `${finding.rule} ${finding.side}`);
    const finding = `${breaks} ${side}`;
    expect(found.filter((name) => name === finding)).toHaveLength(times);
    expect(new Set(found)).toEqual(new Set([finding, ...Object.keys(besides)]));
  });

  test('changes one step', () => {
    expect(Object.keys(defect.changes)).toHaveLength(1);
  });
});

test('every rule has a defect that breaks it', () => {
  const broken = new Set(defects.map(([, { breaks }]) => breaks));
  expect(catalogue.map(({ id }) => id).filter((id) => !broken.has(id))).toEqual([]);
});

async function defectIn(name: string): Promise<Defect> {
  const { default: defect } = (await import(new URL(name, FOLDER).href)) as { default: Defect };
  return defect;
}
