import { AcptapError } from '#core/errors.ts';
import { visible } from '#core/wire/visible.ts';
import { checkName, checkNotAnId } from '../../store/check-marks.ts';
import { meansPath } from '../recordings/find-recording.ts';
import { print, warn } from '../output/output.ts';
import { withStored } from '../recordings/stored-refs.ts';

/** `name REF NAME` and `name REF --remove`: gives a recording a name that works as a REF. Prints its id. */
export async function name(
  ref: string,
  words: string | undefined,
  { remove = false }: { readonly remove?: boolean },
): Promise<void> {
  if (remove === (words !== undefined))
    throw new AcptapError(
      'usage',
      remove
        ? `--remove takes the name back: leave out ${JSON.stringify(words)}`
        : 'give the name, for example: acptap name latest "login hangs"; --remove takes it back',
    );
  if (words !== undefined) checkName(words, meansPath);
  await withStored([ref], 'acptap name is for recordings of the database', async (store, [found]) => {
    if (!found) return;
    const { no, summary } = found;
    if (words !== undefined) checkNotAnId(store, words, summary.id);
    store.write.rename(no, words ?? null);
    await print(`${visible(summary.id)}\n`);
    const newest = words === undefined ? undefined : store.read.find(words)[0];
    if (newest && newest.no !== no)
      warn(`a newer recording has the name ${words}, too: as a REF it means ${newest.summary.id}`);
  });
}
