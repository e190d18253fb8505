import { describe, expect, test } from 'vitest';
import { toHiddenText, toShownText, toUnfilteredText } from '../../../../inspector-ui/views/filter/hidden-rows.ts';

const range = { from: 0, to: 1 };
const FILTER = { applied: 'kind:error', range: undefined };
const RANGE = { applied: '', range };
const BOTH = { applied: 'kind:error', range };

describe('the note about hidden items', () => {
  test('shows the counts, unless nothing is hidden', () => {
    expect([toShownText(3, 12, 'finding'), toShownText(0, 1, 'card'), toShownText(2, 2, 'card')]).toEqual([
      'Showing 3 of 12 findings.',
      'Showing 0 of 1 card.',
      '',
    ]);
  });

  test('names the filter or range that hides all items', () => {
    expect([
      toHiddenText(12, 'finding', FILTER),
      toHiddenText(1, 'card', RANGE),
      toHiddenText(2, 'card', BOTH),
    ]).toEqual([
      'The filter hides all 12 findings.',
      'The range of time hides the only card.',
      'The filter and the range of time hide all 2 cards.',
    ]);
  });

  test('labels views that ignore the filter or range', () => {
    expect(
      [FILTER, RANGE, BOTH, { applied: '', range: undefined }].map((by) => toUnfilteredText('This covers', by)),
    ).toEqual([
      'This covers the whole recording: the filter does not apply here.',
      'This covers the whole recording: the range of time does not apply here.',
      'This covers the whole recording: the filter and the range of time do not apply here.',
      '',
    ]);
  });
});
