import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { SharePreview } from '#core/contract/share.ts';
import { formatCount } from '../../text/size.ts';
import { countMasked, toShownValue } from './copy-rows.ts';
import { VisibleText } from '../../components/visible-text.tsx';

interface PreviewProps {
  /** Title of the form. */
  readonly title: string;
  readonly preview: SharePreview;
  readonly verb: 'Copy' | 'Save';
  /** `keep`: the rules that are switched off. */
  readonly onGo: (keep: readonly string[]) => void;
  readonly onBack: () => void;
}

/** Lists masked values before sharing: place, rule, beginning and length of each value. Each rule can be switched off. */
export function MaskedPreview({ title, verb, preview, onGo, onBack }: PreviewProps) {
  const { total, masked, rules } = preview;
  const keep = useSignal<readonly string[]>([]);
  const toggle = (rule: string) => {
    const others = keep.peek().filter((each) => each !== rule);
    keep.value = others.length < keep.peek().length ? others : [...others, rule];
  };
  const kept = total - countMasked(preview, keep.value);
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => button.current?.focus(), []);
  return (
    <>
      <p class="paragraph">
        {title}: {formatCount(total)} {total === 1 ? 'value is' : 'values are'} masked
        {masked.length < total && `, the first ${formatCount(masked.length)} are`}
        {masked.length < total ? ' listed.' : '.'}
      </p>
      <fieldset class="copy-rules">
        <legend class="visually-hidden">What to mask</legend>
        {rules.map(({ rule, count }) => (
          <label key={rule} class="copy-scope">
            <input type="checkbox" checked={!keep.value.includes(rule)} onChange={() => toggle(rule)} />
            {rule} ({formatCount(count)})
          </label>
        ))}
      </fieldset>
      <p class="copy-kept" role="status">
        {kept > 0 && `${formatCount(kept)} ${kept === 1 ? 'value stays' : 'values stay'} readable.`}
      </p>
      <div class="copy-masked" tabIndex={0} role="region" aria-label="Masked values">
        <table>
          <thead>
            <tr>
              <th scope="col">Entry</th>
              <th scope="col">Place</th>
              <th scope="col">Rule</th>
              <th scope="col">Value</th>
              <th scope="col">Replaced by</th>
            </tr>
          </thead>
          <tbody>
            {masked.map(({ seq, place, rule, begins, length, put }, index) => (
              <tr key={index}>
                <td>{seq === null ? 'header' : `#${seq}`}</td>
                <td>
                  <VisibleText text={place} />
                </td>
                <td>{rule}</td>
                <td>
                  <VisibleText text={toShownValue(begins, length)} />
                </td>
                <td>{keep.value.includes(rule) ? 'stays readable' : put}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p class="copy-decide">
        <button type="button" class="plain-button" onClick={onBack}>
          Back
        </button>
        <button ref={button} type="button" class="plain-button" onClick={() => onGo(keep.peek())}>
          {verb}
        </button>
      </p>
    </>
  );
}
