import { hasColours, toPrinted, type Printed } from '../../text/ansi.ts';
import { VisibleRuns } from './visible-runs.tsx';
import './ansi-text.css';

/** Terminal output in its colours. Marks other control characters. */
export function AnsiText({ text }: { text: string }) {
  if (!hasColours(text)) return <VisibleRuns text={text.replaceAll('\r\n', '\n')} />;
  return (
    <>
      {toPrinted(text).map((printed, index) => {
        const name = toClasses(printed);
        return name === '' ? (
          <VisibleRuns key={index} text={printed.text} />
        ) : (
          <span key={index} class={name}>
            <VisibleRuns text={printed.text} />
          </span>
        );
      })}
    </>
  );
}

/** Inverse text swaps its colours, also the page's own text colour. */
function toClasses({ fore, back, inverse, bold, faint, italic, underline, strike }: Printed): string {
  const behind = inverse ? (fore === -1 ? 'text' : fore) : back;
  return [
    !inverse && fore !== -1 && `ansi-fore-${fore}`,
    behind !== -1 && `ansi-back-${behind}`,
    bold && 'ansi-bold',
    faint && 'ansi-faint',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    strike && 'ansi-strike',
  ]
    .filter(Boolean)
    .join(' ');
}
