import type { FastifyPluginCallback } from 'fastify';
import { MAX_WINDOW, VALUE_FIELDS, type RowQuery, type SeekQuery } from '#core/contract/timeline.ts';
import { MAX_BUCKETS } from '#core/model/overview.ts';
import type { Library } from '../library.ts';
import type { Timeline } from '../timeline/timeline.ts';
import { answering, BadQuery, type Asked, type Parameters } from './answering.ts';

/** The rows and the findings of the timeline, as in `core/contract/timeline.ts`. */
export const timelineRoutes: FastifyPluginCallback<{ library: Library; timeline: Timeline }> = (
  app,
  { library, timeline },
  done,
) => {
  const answer = answering(library);

  app.get('/api/recordings/:id/rows', (request: Asked, reply) =>
    answer(request, reply, (shelved, query, isWanted) => timeline.rows(shelved, toRowQuery(query), isWanted)),
  );
  app.get('/api/recordings/:id/seek', (request: Asked, reply) =>
    answer(request, reply, (shelved, query, isWanted) => timeline.seek(shelved, toSeekQuery(query), isWanted)),
  );
  app.get('/api/recordings/:id/overview', (request: Asked, reply) =>
    answer(request, reply, (shelved, query, isWanted) => {
      const buckets = query.number('buckets', 600);
      if (buckets < 1 || buckets > MAX_BUCKETS) throw new BadQuery(`buckets is at least 1, at most ${MAX_BUCKETS}`);
      return timeline.overview(shelved, query.text('q'), buckets, isWanted);
    }),
  );
  app.get('/api/recordings/:id/findings', (request: Asked, reply) =>
    answer(request, reply, (shelved, query, isWanted) => timeline.findings(shelved, query.text('q'), isWanted)),
  );
  app.get('/api/recordings/:id/turns', (request: Asked, reply) =>
    answer(request, reply, ({ store, no }) => store.read.timeline.turns(no)),
  );
  app.get('/api/recordings/:id/values', (request: Asked, reply) =>
    answer(request, reply, (shelved, query) => {
      const field = VALUE_FIELDS.find((each) => each === query.text('field'));
      if (!field) throw new BadQuery(`field is one of ${VALUE_FIELDS.join(', ')}`);
      return timeline.values(shelved, field);
    }),
  );
  done();
};

function toRowQuery(query: Parameters): RowQuery {
  const view = query.text('view') || 'raw';
  if (view !== 'raw' && view !== 'folded') throw new BadQuery('view is raw or folded');
  const count = query.number('count', 200);
  if (count > MAX_WINDOW) throw new BadQuery(`count is at most ${MAX_WINDOW}`);
  return {
    view,
    q: query.text('q'),
    opened: query.numbers('opened'),
    collapsed: query.numbers('collapsed'),
    at: query.has('around') ? { around: query.number('around', 0) } : { from: query.number('from', 0) },
    count,
    part: query.text('part') === '1',
  };
}

function toSeekQuery(query: Parameters): SeekQuery {
  const step = query.text('step') || '1';
  if (step !== '1' && step !== '-1') throw new BadQuery('step is 1 or -1');
  const from = query.text('from') === '-1' ? -1 : query.number('from', step === '1' ? -1 : 2 ** 32);
  return { q: query.text('q'), from, step: step === '1' ? 1 : -1, wrap: query.text('wrap') === '1' };
}
