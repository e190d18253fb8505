import { useMemo } from 'preact/hooks';
import { LazyView } from '../../components/lazy-view.tsx';
import type { ViewProps } from '../view.ts';
import type { View } from '../view.ts';

/** The tool call of an entry. Loads the code of cards only when it is shown. */
export function CallTab({ inspector, opened, seq }: ViewProps & { readonly seq: number }) {
  const view = useMemo(
    (): Pick<View, 'title' | 'load'> => ({
      title: 'The tool call',
      load: async () => {
        const { CallView } = await import('../conversation/call-view.tsx');
        return (props) => <CallView {...props} seq={seq} />;
      },
    }),
    [seq],
  );
  return <LazyView inspector={inspector} opened={opened} view={view} />;
}
