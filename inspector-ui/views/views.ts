import type { View } from './view.ts';
import { TimelineView } from './timeline/timeline-view.tsx';

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
