import { hasColours, toPrinted, type Printed } from '../../text/ansi.ts';
import { VisibleRuns } from './visible-runs.tsx';
import './ansi-text.css';

/** Terminal output in its colours. Control characters other than colours are marked. */
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

/** Reversed, the colour of the text is behind it, also where it is the page's own. */
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
