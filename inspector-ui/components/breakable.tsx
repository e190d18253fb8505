import { Fragment } from 'preact';

/** Text that may wrap after dots, slashes and underscores: `session/request_permission`, but not `0.61.0`. */
export function Breakable({ text }: { text: string }) {
  return (
    <>
      {text.split(/(?<=[./_])(?=\p{Letter})/u).map((part, index) => (
        <Fragment key={index}>
          {index > 0 && <wbr />}
          {part}
        </Fragment>
      ))}
    </>
  );
}
