import { describe, expect, test } from 'vitest';
import { COLUMNS, createColumns, type Column, type ColumnName } from '../../../../inspector-ui/state/list/columns.ts';
import { widthAfterKey } from '../../../../inspector-ui/components/resize-keys.ts';
import { readGrid, columnLimits } from '../../../../inspector-ui/views/timeline/column-widths.ts';

function column(name: ColumnName): Column {
  const found = COLUMNS.find((each) => each.name === name);
  if (!found) throw new Error(`no column ${name}`);
  return found;
}

function stored(text: string | null) {
  const written: string[] = [];
  return { written, columns: createColumns({ read: () => text, write: (next) => void written.push(next) }) };
}

describe('widths of columns', () => {
  test('are stored by keep() and restored', () => {
    const { columns, written } = stored(null);
    columns.resize(column('title'), 300.4);
    columns.resize(column('id'), 90);
    expect(written).toEqual([]);
    columns.keep();
    expect(stored(written.at(-1) ?? '').columns.widths.value).toEqual({ title: 300, id: 90 });
  });

  test('stay between the least and the most width of each column', () => {
    const { columns } = stored('{"title":99999,"seq":-4}');
    expect(columns.widths.value).toEqual({ title: column('title').most, seq: column('seq').least });
    columns.resize(column('size'), 0);
    expect(columns.widths.value.size).toBe(column('size').least);
  });

  test('are reset one by one', () => {
    const { columns, written } = stored('{"title":300,"id":90}');
    columns.reset(column('title'));
    expect([columns.widths.value, written]).toEqual([{ id: 90 }, ['{"id":90}']]);
  });

  test.each(['', '{', 'null', '[1,2]', '"title"', '{"title":"300"}', '{"title":null}', '{"other":300}'])(
    'are the defaults when %j was stored',
    (text) => {
      expect(stored(text).columns.widths.value).toEqual({});
    },
  );
});

describe('an edge between columns', () => {
  const grid = readGrid({
    gridTemplateColumns: '52px 68px 88px 212px 52px 260.5px 240px 72px 56px 34px',
    getPropertyValue: () => '150px',
  });

  test('can widen its column by the spare width of the summary', () => {
    expect(columnLimits(column('title'), grid)).toEqual({ width: 212, most: 322 });
    expect(columnLimits(column('waterfall'), grid)).toEqual({ width: 240, most: 350 });
    expect(columnLimits(column('findings'), grid)).toEqual({ width: 34, most: 120 });
  });

  test('cannot widen its column when the summary has no spare width', () => {
    const narrow = { ...grid, tracks: grid.tracks.map((width, at) => (at === 5 ? 90 : width)) };
    expect(columnLimits(column('title'), narrow)).toEqual({ width: 212, most: 212 });
  });

  test.each([
    ['title', 'ArrowRight', false, 220],
    ['title', 'ArrowLeft', false, 204],
    ['title', 'ArrowRight', true, 252],
    ['waterfall', 'ArrowLeft', false, 248],
    ['waterfall', 'ArrowRight', true, 200],
    ['title', 'Home', false, 90],
    ['title', 'End', false, 322],
    ['title', 'Enter', false, 'default'],
    ['title', 'j', false, undefined],
    ['title', 'ArrowDown', false, undefined],
  ] as const)('of %s goes by %s (Shift: %s) to %s', (name, key, shiftKey, expected) => {
    const of = { ...column(name), ...columnLimits(column(name), grid) };
    expect(widthAfterKey(of, { key, shiftKey })).toBe(expected);
  });
});
