import { InnerLink } from '../../components/inner-link.tsx';
import type { Inspector } from '../../state/inspector.ts';
import { inOtherView, renderRoute } from '../../state/router.ts';
import type { Badge } from './timeline-rows.ts';
import './view-switch.css';

/** The two ways to look at a recording: what passed, and what is wrong with it. */
export function ViewSwitch({ inspector, findings }: { inspector: Inspector; findings: Badge | undefined }) {
  const route = inspector.router.route.value;
  const isTimeline = route.view === undefined;
  const to = (isShown: boolean) => ({
    class: 'view-link',
    href: renderRoute(isShown ? route : inOtherView(route)),
    'aria-current': isShown ? ('page' as const) : undefined,
    onFollow: () => isShown || inspector.perform('view'),
  });
  return (
    <nav class="view-switch" aria-label="Views of the recording" title="The other view (v)">
      <InnerLink {...to(isTimeline)}>Timeline</InnerLink>
      <InnerLink {...to(!isTimeline)}>
        Findings
        {findings && (
          <span class="view-count" data-grade={findings.grade} title={findings.label}>
            {` (${findings.count})`}
          </span>
        )}
      </InnerLink>
    </nav>
  );
}
