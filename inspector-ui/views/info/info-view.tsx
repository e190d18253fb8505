import type { Info } from '#core/model/info.ts';
import { UnfilteredNote } from '../filter/unfiltered-note.tsx';
import { CellView, StatsTable } from '../stats/stats-table.tsx';
import { WatchedPage } from '../stats/watched-page.tsx';
import type { ViewProps } from '../views.ts';
import { toInfo, type SessionRows } from './info-rows.ts';
import './info-view.css';

/** Client, agent, their capabilities, and which of them were used. */
export function InfoView(props: ViewProps) {
  return (
    <WatchedPage {...props} name="The information" fetch={props.inspector.backend.info}>
      {(info) => <InfoBody {...props} info={info} />}
    </WatchedPage>
  );
}

function InfoBody({ info, ...props }: ViewProps & { readonly info: Info }) {
  const { sections, sessions, more } = toInfo(info, props.of.summary.value);
  return (
    <>
      <h2 class="visually-hidden">Info</h2>
      <UnfilteredNote of={props.of} what="This is" />
      {sections.map((section) => (
        <StatsTable key={section.id} {...props} section={section} />
      ))}
      {sessions.length > 0 && (
        <section class="figures" aria-labelledby="figures-sessions">
          <h3 id="figures-sessions" class="figures-title">
            Sessions
          </h3>
          {sessions.map((session) => (
            <Session key={session.id} {...props} session={session} />
          ))}
          {more !== '' && <p class="figures-note">{more}</p>}
        </section>
      )}
    </>
  );
}

function Session({ session: { id, title, facts }, ...props }: ViewProps & { readonly session: SessionRows }) {
  return (
    <article class="framed session-facts" data-session={id}>
      <h4 class="session-title">
        <CellView {...props} cell={title} />
      </h4>
      <dl>
        {facts.map(({ name, cells }) => (
          <div key={name} class="session-fact">
            <dt>{name}</dt>
            <dd>
              {cells.map((cell, index) => (
                <span key={index} class="toned session-value" title={cell.title} data-tone={cell.tone}>
                  <CellView {...props} cell={cell} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
