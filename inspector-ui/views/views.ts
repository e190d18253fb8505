import type { ComponentType } from 'preact';
import type { ViewName } from '../state/page/route.ts';
import type { ViewProps } from './view-props.ts';
import { TimelineView } from './timeline/timeline-view.tsx';

/** A tab. A view that handles keys registers with `inspector.handle`. */
export interface View {
  readonly name: ViewName;
  readonly title: string;
  /** Whether the view applies the filter and the time range; then both are above it. */
  readonly isFiltered: boolean;
  /** Whether the view shows timeline rows, which can be folded, counted and searched. */
  readonly isOfRows: boolean;
  /** What Find searches. */
  readonly finds: string;
  /** Loads the code of the view. The page loads only the timeline at first. */
  readonly load: () => Promise<ComponentType<ViewProps>>;
}

/** All views in the order of their tabs and keys. */
export const VIEWS: readonly View[] = [
  {
    name: 'timeline',
    title: 'Timeline',
    isFiltered: true,
    isOfRows: true,
    finds: 'the text of frames',
    load: () => Promise.resolve(TimelineView),
  },
  {
    name: 'conversation',
    title: 'Conversation',
    isFiltered: true,
    isOfRows: false,
    finds: 'the conversation',
    load: async () => (await import('./conversation/conversation-view.tsx')).ConversationView,
  },
  {
    name: 'sequence',
    title: 'Sequence',
    isFiltered: true,
    isOfRows: true,
    finds: 'the text of frames',
    load: async () => (await import('./sequence/sequence-view.tsx')).SequenceView,
  },
  {
    name: 'findings',
    title: 'Findings',
    isFiltered: true,
    isOfRows: false,
    finds: 'the findings',
    load: async () => (await import('./findings/findings-panel.tsx')).FindingsPanel,
  },
  {
    name: 'stats',
    title: 'Stats',
    isFiltered: false,
    isOfRows: false,
    finds: 'the stats',
    load: async () => (await import('./stats/stats-view.tsx')).StatsView,
  },
  {
    name: 'info',
    title: 'Info',
    isFiltered: false,
    isOfRows: false,
    finds: 'the info',
    load: async () => (await import('./info/info-view.tsx')).InfoView,
  },
  {
    name: 'compare',
    title: 'Compare',
    isFiltered: false,
    isOfRows: false,
    finds: 'the comparison',
    load: async () => (await import('./compare/compare-view.tsx')).CompareView,
  },
  {
    name: 'files',
    title: 'Files',
    isFiltered: true,
    isOfRows: false,
    finds: 'the files shown',
    load: async () => (await import('./files/files-view.tsx')).FilesView,
  },
];
