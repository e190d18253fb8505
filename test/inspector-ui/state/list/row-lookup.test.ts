import { describe, expect, test } from 'vitest';
import type { TimelineRow } from '#core/contract/timeline.ts';
import { createRowLookup } from '../../../../inspector-ui/state/list/row-lookup.ts';
import { row, rowWindow, settled } from '../../fakes.ts';

function lookingUp(held: readonly TimelineRow[], isDown = false) {
  const asked: string[] = [];
  const lookup = createRowLookup(
    { recording: 'r', rowOf: (seq) => held.find((each) => each.seq === seq) },
    {
      rows: async (_, { at, count }) => {
        const from = 'from' in at ? at.from : 0;
        asked.push(`${from}+${count}`);
        await settled();
        if (isDown) throw new TypeError('network');
        return rowWindow(from, from + count, 10_000);
      },
    },
  );
  const arrived = async () => {
    for (let turn = 0; turn < 6; turn++) await settled();
  };
  return { lookup, asked, arrived };
}

describe('rows of named entries', () => {
  test('come from the timeline if it has them', () => {
    const { lookup, asked } = lookingUp([row(3, { summary: 'held' })]);
    lookup.want([3]);
    expect([lookup.rowAt(3)?.summary, asked]).toEqual(['held', []]);
  });

  test('are fetched together with near ones, and far ones in the next request', async () => {
    const { lookup, asked, arrived } = lookingUp([]);
    lookup.want([5000, 12, 30]);
    expect(asked).toEqual(['12+19']);
    await arrived();
    expect(asked).toEqual(['12+19', '5000+1']);
    expect([12, 20, 30, 5000].map((seq) => lookup.rowAt(seq)?.seq)).toEqual([12, undefined, 30, 5000]);
  });

  test('are fetched once, and only while they are needed', async () => {
    const { lookup, asked, arrived } = lookingUp([]);
    lookup.want([1, 5000, 9000]);
    lookup.want([1]);
    await arrived();
    lookup.want([1]);
    expect(asked).toEqual(['1+1']);
  });

  test('stay numbers when the server fails, without further requests', async () => {
    const { lookup, asked, arrived } = lookingUp([], true);
    lookup.want([1, 5000]);
    await arrived();
    expect([lookup.rowAt(1), asked]).toEqual([undefined, ['1+1']]);
  });
});
