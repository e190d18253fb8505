import type { ChangeBody } from '#core/model/cards.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from './card-context.ts';
import { toChangeRow } from './conversation-rows.ts';
import { Fold } from './fold.tsx';

/** A change of the session, in one line. */
export function ChangeView({ context, name, body }: { context: CardContext; name: string; body: ChangeBody }) {
  const { text, more } = toChangeRow(body);
  return (
    <>
      {more.length === 0 ? (
        <p class="card-line">{toVisibleLine(text)}</p>
      ) : (
        <Fold context={context} name={name} summary={toVisibleLine(text)}>
          <dl class="change-values" tabIndex={0}>
            {more.map((each, index) => (
              <div key={index}>
                <dt class="path">{toVisibleLine(each.name)}</dt>
                <dd>{toVisibleLine(each.value)}</dd>
              </div>
            ))}
          </dl>
        </Fold>
      )}
      {body.failure && <p class="kept-lines card-failure">{toVisibleLine(body.failure.message)}</p>}
    </>
  );
}
