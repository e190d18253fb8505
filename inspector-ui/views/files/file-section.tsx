import { useSignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { printWord } from '#core/filter/print.ts';
import type { FileRow } from '#core/model/files.ts';
import { InnerLink } from '../../components/inner-link.tsx';
import { renderRoute, type Route } from '../../state/page/route.ts';
import { toVisibleLine } from '../../text/visible-segments.ts';
import type { CardContext } from '../conversation/card-context.ts';
import type { ViewProps } from '../view.ts';
import { OperationPage } from './operation-page.tsx';
import { toFileHead } from './files-rows.ts';

interface FileSectionProps extends ViewProps {
  readonly context: CardContext;
  readonly row: FileRow;
  readonly q: string;
  /** The address names this file. */
  readonly isNamed: boolean;
  readonly isOpen: boolean;
  readonly onToggle: (isOpen: boolean) => void;
}

/** A file: its name and counts, and its operations when it is open. */
export function FileSection({ inspector, opened, context, row, q, isNamed, isOpen, onToggle }: FileSectionProps) {
  const head = useRef<HTMLButtonElement>(null);
  const pages = useSignal(1);
  useLayoutEffect(() => {
    if (!isNamed) return;
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'start' });
  }, [isNamed]);
  const { folder, name, counts, warnings } = toFileHead(row);
  const route: Route = { recording: opened.recording, q: printWord(row.path) };
  return (
    <section class="file-section" data-file={row.path} aria-label={toVisibleLine(row.path)}>
      <h3 class="flow file-section-head">
        <button
          ref={head}
          type="button"
          class="bare-button hoverable file-toggle"
          aria-expanded={isOpen}
          onClick={() => onToggle(!isOpen)}
        >
          <span class="file-mark" aria-hidden="true">
            {isOpen ? '▾' : '▸'}
          </span>
          <bdi class="path file-path">
            <span class="soft">{toVisibleLine(folder)}</span>
            {toVisibleLine(name)}
          </bdi>
        </button>
        <span class="aside file-counts">{counts}</span>
        {warnings.map((text) => (
          <span key={text} class="pill file-warning">
            {text}
          </span>
        ))}
        <InnerLink
          class="seq-link"
          title="Show the frames with this path in the timeline"
          href={renderRoute(route)}
          onFollow={() => inspector.router.go(route)}
        >
          frames
        </InnerLink>
      </h3>
      {isOpen &&
        Array.from({ length: pages.value }, (_, page) => (
          <OperationPage
            key={`${q} ${page}`}
            inspector={inspector}
            opened={opened}
            context={context}
            path={row.path}
            q={q}
            page={page}
            onMore={page === pages.value - 1 ? () => (pages.value += 1) : undefined}
          />
        ))}
    </section>
  );
}
