import { describe, expect, test } from 'vitest';
import { createRouter } from '../../../../inspector-ui/state/page/router.ts';
import { openFiles } from '../../../../inspector-ui/views/drop/picked-file.ts';
import { fakeTimer, settled } from '../../fakes.ts';

/** A page at an address whose files are read on a call of the test. */
function reading(hash: string) {
  const reads = new Map<string, () => void>();
  const address = { hash: () => hash, kept: () => undefined, push: () => {}, replace: () => {}, onChange: () => {} };
  const router = createRouter(address, fakeTimer().startTimer);
  const open = ({ name }: { readonly name: string }) =>
    new Promise<string>((resolve) => void reads.set(name, () => resolve(`file:${name}`)));
  return {
    router,
    drop: (...names: readonly string[]) =>
      void openFiles(
        { files: { open }, router },
        names.map((name) => new File([], name)),
      ),
    read: async (name: string) => {
      reads.get(name)?.();
      await settled();
      return router.route.value.recording;
    },
  };
}

describe('a file that was read', () => {
  test('is shown, even if the page itself has begun with a recording meanwhile', async () => {
    const { router, drop, read } = reading('#/');
    drop('a', 'b');
    router.begin('newest');
    expect([await read('a'), await read('b')]).toEqual(['newest', 'file:b']);
  });

  test('is not shown where the user has opened another recording meanwhile', async () => {
    const { router, drop, read } = reading('#/r/x');
    drop('long');
    drop('short');
    expect([await read('short'), await read('long')]).toEqual(['file:short', 'file:short']);
    drop('last');
    router.open('y');
    expect(await read('last')).toBe('y');
  });
});
