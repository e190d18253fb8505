import { expect, test } from 'vitest';
import { editText } from '../../proxy/cli/live/edit-text.ts';

test('an editor that needs a terminal is not started without one', async () => {
  await expect(editText('{}', {})).rejects.toThrow(/no terminal for vi: set EDITOR/);
});

test('a program in EDITOR changes the text without a terminal', async () => {
  expect(await editText('{"a":1}', { ...process.env, VISUAL: '', EDITOR: "sed -i 's/1/2/'" })).toContain('{"a":2}');
});
