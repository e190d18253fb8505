import * as z from 'zod';
import { fillPage } from '../bounds.ts';
import { describeRecording } from '../describe-recording.ts';
import { elsewhere } from '../find-ref.ts';
import { cursor, defineTool, limit, positionOf } from '../tool.ts';

export const listRecordings = defineTool({
  name: 'list_recordings',
  title: 'List recordings',
  description:
    'Start here. Lists recorded ACP connections between an editor (client) and a coding agent, the newest first: state (live, ended, interrupted), findings, and in "waits" which request is unanswered, by which side and for how long, with its entry #N. Why does it hang: read "waits" here, then show_entries with around: N.',
  input: z.strictObject({ cursor, limit: limit(100, 20) }),
  answer({ cursor: from, limit: count }, { recordings, now }) {
    const start = positionOf(from) ?? 0;
    const total = recordings.ids().length;
    const rows = recordings.list(start, count).map((summary) => {
      const { startedAt, endedAt, command, cwd, agent, client, protocolVersion, interventions, comments } = summary;
      return {
        ...describeRecording(summary, now()),
        startedAt,
        endedAt,
        command,
        cwd,
        agent,
        client,
        protocolVersion,
        interventions,
        comments: comments.length > 0 ? comments : null,
      };
    });
    const { items, next } = fillPage(rows, start, total);
    return { recordings: items, total, ...note(total, recordings.others()), nextCursor: next };
  },
});

const note = (total: number, others: number) =>
  others === 0 ? {} : { note: `${total} recordings of this folder${elsewhere(others)}` };
