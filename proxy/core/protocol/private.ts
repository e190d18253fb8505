import { open, type Overlay } from './overlay.ts';

/** What peers speak that asked for it in `_meta`. It never was in ACP, and other receivers drop it. */
export const privateNames: Overlay = {
  surface: 'private',
  version: 1,
  members: {},
  cases: {
    SessionUpdate: {
      subagent_spawned: open,
      subagent_state_update: open,
      async_task_spawned: open,
      async_task_progress: open,
      async_task_state_update: open,
    },
  },
  values: {},
  calls: [],
};
