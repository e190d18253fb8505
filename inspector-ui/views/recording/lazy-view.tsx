import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from '../../components/loading.tsx';
import { Message } from '../../components/message.tsx';
import type { View, ViewProps } from '../views.ts';

interface LazyProps extends ViewProps {
  readonly view: Pick<View, 'title' | 'load'>;
}

/** Loads the code of a view when it is first shown. */
export function LazyView({ view, ...props }: LazyProps) {
  const loaded = useSignal<ComponentType<ViewProps> | undefined>(undefined);
  const hasFailed = useSignal(false);
  const load = () => {
    hasFailed.value = false;
    view.load().then(
      (component) => void (loaded.value = component),
      () => void (hasFailed.value = true),
    );
  };
  useEffect(load, [view]);
  const Component = loaded.value;
  if (Component) return <Component {...props} />;
  if (!hasFailed.value) return <Loading />;
  return (
    <Message title={`${view.title} could not be loaded`}>
      <p>The server does not answer, or it is another version than this page.</p>
      <button type="button" class="plain-button" onClick={load}>
        Try again
      </button>
    </Message>
  );
}
