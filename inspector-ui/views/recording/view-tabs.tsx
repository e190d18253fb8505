import { useEffect, useRef } from 'preact/hooks';
import { InnerLink } from '../../components/inner-link.tsx';
import { scrollNearest } from '../../components/scroll-nearest.ts';
import type { Inspector } from '../../state/shell/inspector.ts';
import type { OpenedRecording } from '../../state/shell/opened-recording.ts';
import { renderRoute, VIEW_NAMES } from '../../state/page/route.ts';
import { inView } from '../../state/page/router.ts';
import { toTotal } from '../timeline/timeline-rows.ts';
import { VIEWS } from '../views.ts';
import './view-tabs.css';

/** Tabs of the views. They are links, so that they can open in a new tab. */
export function ViewTabs({ inspector, opened }: { inspector: Inspector; opened: OpenedRecording }) {
  const route = inspector.router.route.value;
  const findings = toTotal(opened.summary.value.findings);
  const list = useRef<HTMLElement>(null);
  const view = opened.view.value;
  // Scrolls the current tab into sight on narrow pages. The observer runs after layout and so forces no second layout.
  useEffect(() => {
    const { current } = list;
    if (!current) return;
    const observer = new ResizeObserver(() => scrollNearest(current.querySelector('[aria-current]'), 24));
    observer.observe(current);
    return () => observer.disconnect();
  }, [view]);
  return (
    <nav ref={list} class="view-tabs" aria-label="Views of the recording">
      {VIEWS.map(({ name, title }) => (
        <InnerLink
          key={name}
          class="tab view-tab"
          href={renderRoute(inView(route, name))}
          aria-current={view === name ? 'page' : undefined}
          title={`${title} (${VIEW_NAMES.indexOf(name) + 1})`}
          onFollow={() => inspector.perform(`view-${name}`)}
        >
          {title}
          {name === 'findings' && findings && (
            <span class="digits graded view-count" data-grade={findings.grade} title={findings.label}>
              {` (${findings.count})`}
            </span>
          )}
        </InnerLink>
      ))}
    </nav>
  );
}
