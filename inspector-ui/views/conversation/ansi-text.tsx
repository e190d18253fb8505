import { hasColours, toPrinted, type Printed } from '../../text/ansi.ts';
import { VisibleRuns } from '../../components/visible-text.tsx';
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
          <span key={index} class={name} style={toColours(printed)}>
            <VisibleRuns text={printed.text} />
          </span>
        );
      })}
    </>
  );
}

/** Inverse text swaps its colours, also the page's own text colour. */
const toColours = ({ fore, back, inverse }: Printed) => ({
  '--fore': `var(--ansi-${fore})`,
  '--back': inverse ? (fore === -1 ? 'var(--text)' : `var(--ansi-${fore})`) : `var(--ansi-${back})`,
});

function toClasses({ fore, back, inverse, bold, faint, italic, underline, strike }: Printed): string {
  return [
    !inverse && fore !== -1 && 'ansi-fore',
    (inverse || back !== -1) && 'ansi-back',
    bold && 'ansi-bold',
    faint && 'ansi-faint',
    italic && 'ansi-italic',
    underline && 'ansi-underline',
    strike && 'ansi-strike',
  ]
    .filter(Boolean)
    .join(' ');
}
