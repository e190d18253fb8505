import { Fragment } from 'preact';
import { VisibleText } from '../../components/visible-text.tsx';
import { occurrencesOf } from './json-search.ts';
import './marked-text.css';

/** Marks in a text. */
export interface Marked {
  readonly query: string;
  /** Index of the current occurrence, from 0; undefined for none. */
  readonly current: number | undefined;
}

/** Recorded text with marked search hits. */
export function MarkedText({ text, marked }: { text: string; marked: Marked | undefined }) {
  const spans = marked === undefined ? [] : occurrencesOf(text, marked.query);
  if (marked === undefined || spans.length === 0) return <VisibleText text={text} />;
  return (
    <>
      {spans.map(({ start, end }, index) => (
        <Fragment key={start}>
          <VisibleText text={text.slice(spans[index - 1]?.end ?? 0, start)} />
          <mark class="text-mark" data-current={index === marked.current}>
            <VisibleText text={text.slice(start, end)} />
          </mark>
        </Fragment>
      ))}
      <VisibleText text={text.slice(spans.at(-1)?.end)} />
    </>
  );
}
