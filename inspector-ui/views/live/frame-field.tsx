import { useSignal } from '@preact/signals';
import { completeFrame, type Completions, type FrameContext } from '#core/protocol/complete-frame.ts';
import { focusField } from '../../components/focus-field.ts';
import { optionId, SuggestionList } from '../filter/suggestion-list.tsx';

interface FieldProps {
  readonly text: string;
  readonly rows: number;
  /** Takes the focus when it appears. Default: false. */
  readonly isFirst?: boolean | undefined;
  /** Undefined where nothing can be completed. */
  readonly context: (() => FrameContext) | undefined;
  readonly onWrite: (text: string) => void;
  readonly onSubmit: () => void;
}

type FieldKey = KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement };

const COMPLETIONS = 'frame-completions';

/** The most that a list offers. */
const MAX_OFFERED = 50;

/** A text field for a frame. Suggests names and values of the schema while one is typed, and on Ctrl+Space. */
export function FrameField({ text, rows, isFirst, context, onWrite, onSubmit }: FieldProps) {
  const offer = useSignal<Completions | undefined>(undefined);
  const active = useSignal(0);
  const items = offer.value?.items.slice(0, MAX_OFFERED) ?? [];

  const look = (field: HTMLTextAreaElement, isAsked: boolean) => {
    const found = context && completeFrame(field.value, field.selectionStart, context());
    const isWriting = found !== undefined && found.at.end > found.at.start;
    offer.value = found && (isAsked || isWriting) && found.items.length > 0 ? found : undefined;
    active.value = 0;
  };
  const choose = (field: HTMLTextAreaElement, index: number) => {
    const [chosen, at] = [items[index], offer.peek()?.at];
    offer.value = undefined;
    if (!chosen || !at) return;
    field.setRangeText(chosen.text, at.start, at.end, 'end');
    onWrite(field.value);
  };
  const press = (event: FieldKey) => {
    const { key, ctrlKey, metaKey, currentTarget } = event;
    if (key === 'Enter' && (ctrlKey || metaKey)) onSubmit();
    else if (key === ' ' && ctrlKey) look(currentTarget, true);
    else if (items.length === 0) return;
    else if (key === 'ArrowDown') active.value = (active.peek() + 1) % items.length;
    else if (key === 'ArrowUp') active.value = (active.peek() + items.length - 1) % items.length;
    else if (key === 'Enter' || key === 'Tab') choose(currentTarget, active.peek());
    else if (key === 'Escape') offer.value = undefined;
    else return;
    event.preventDefault();
    event.stopPropagation(); // Escape would close the dialog
  };

  return (
    <div class="frame-field">
      <textarea
        ref={isFirst ? focusField : null}
        id="frame-text"
        class="raised frame-editor-text"
        aria-label="Frame"
        aria-autocomplete="list"
        aria-controls={COMPLETIONS}
        aria-activedescendant={items.length > 0 ? optionId(COMPLETIONS, active.value) : undefined}
        spellcheck={false}
        rows={rows}
        value={text}
        onInput={({ currentTarget }) => {
          onWrite(currentTarget.value);
          look(currentTarget, false);
        }}
        onBlur={() => void (offer.value = undefined)}
        onClick={() => void (offer.value = undefined)}
        onKeyDown={press}
      />
      <div class="frame-field-below">
        <SuggestionList
          id={COMPLETIONS}
          items={items.map(({ text: each, about }) => ({ text: each, about, count: null }))}
          active={active.value}
          onChoose={(index) => {
            const field = document.getElementById('frame-text');
            if (field instanceof HTMLTextAreaElement) choose(field, index);
          }}
        />
      </div>
    </div>
  );
}
