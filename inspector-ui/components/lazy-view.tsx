import { useSignal } from '@preact/signals';
import { createElement, type ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Loading } from './loading.tsx';
import { Message } from './message.tsx';

interface Lazy<Props> {
  readonly title: string;
  readonly load: () => Promise<ComponentType<Props>>;
}

/** Loads the code of a view or of a dialog when it is first shown. Passes on its other props. */
export function LazyView<Props extends object>({ view, ...props }: Props & { readonly view: Lazy<Props> }) {
  const loaded = useSignal<ComponentType<Props> | undefined>(undefined);
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
  if (Component) return createElement(Component, props as unknown as Props); // all but `view`
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
