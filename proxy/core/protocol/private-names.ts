import { open, type SchemaAdditions } from './schema-additions.ts';

/**
 * Names that a peer sends only if the other side asked for them in `_meta`. ACP never had them, and other
 * receivers drop them.
 */
export const privateNames: SchemaAdditions = {
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
