import type { Info } from '#core/model/info.ts';
import { UnfilteredNote } from '../filter/unfiltered-note.tsx';
import { CellView, figureLinks, StatsTable, type FigureLinks } from '../stats/stats-table.tsx';
import { WatchedPage } from '../stats/watched-page.tsx';
import type { ViewProps } from '../view.ts';
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
  const { sections, sessions, more } = toInfo(info, props.opened.summary.value);
  const links = figureLinks(props);
  return (
    <>
      <h2 class="visually-hidden">Info</h2>
      <UnfilteredNote opened={props.opened} what="This covers" />
      {sections.map((section) => (
        <StatsTable
          key={section.id}
          links={links}
          sorts={props.opened.sorts}
          section={section}
          isWhole={props.opened.find.isOpen.value}
        />
      ))}
      {sessions.length > 0 && (
        <section class="figures" aria-labelledby="figures-sessions">
          <h3 id="figures-sessions" class="figures-title">
            Sessions
          </h3>
          {sessions.map((session) => (
            <Session key={session.id} links={links} session={session} />
          ))}
          {more !== '' && <p class="figures-note">{more}</p>}
        </section>
      )}
    </>
  );
}

function Session({
  session: { id, title, facts },
  links,
}: {
  readonly session: SessionRows;
  readonly links: FigureLinks;
}) {
  return (
    <article class="framed session-facts" data-session={id}>
      <h4 class="session-title">
        <CellView links={links} cell={title} />
      </h4>
      <dl>
        {facts.map(({ name, cells }) => (
          <div key={name} class="session-fact">
            <dt>{name}</dt>
            <dd>
              {cells.map((cell, index) => (
                <span key={index} class="toned session-value" title={cell.title} data-tone={cell.tone}>
                  <CellView links={links} cell={cell} />
                </span>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </article>
  );
}
