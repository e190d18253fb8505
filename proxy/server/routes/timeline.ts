import type { FastifyPluginCallback } from 'fastify';
import { MAX_WINDOW, VALUE_FIELDS, type RowQuery, type SeekQuery, type ValueField } from '#core/contract/timeline.ts';
import { MAX_BUCKETS } from '#core/model/overview.ts';
import type { LibraryQueries } from '../library-queries.ts';
import { answering, type OfRecording } from './answering.ts';
import { numbers, numbersOf, oneOf, parameters, requiredOneOf, text, wholeNumber } from './parameters.ts';

interface RowParameters extends Pick<RowQuery, 'view' | 'q' | 'count'> {
  readonly opened: string;
  readonly collapsed: string;
  readonly from: number;
  readonly around?: number;
  readonly part: '0' | '1';
}

const rowParameters = parameters({
  view: oneOf('raw', 'folded'),
  q: text,
  opened: numbers,
  collapsed: numbers,
  from: { ...wholeNumber(), default: 0 },
  around: wholeNumber(),
  count: { ...wholeNumber(0, MAX_WINDOW), default: 200 },
  part: oneOf('0', '1'),
});

interface SeekParameters {
  readonly q: string;
  readonly from?: number;
  readonly step: '1' | '-1';
  readonly wrap: '0' | '1';
}

const seekParameters = parameters({
  q: text,
  from: wholeNumber(-1),
  step: oneOf('1', '-1'),
  wrap: oneOf('0', '1'),
});

/** The rows and the findings of the timeline, as in `core/contract/timeline.ts`. */
export const timelineRoutes: FastifyPluginCallback<{ queries: LibraryQueries }> = (app, { queries }, done) => {
  const answer = answering(queries);

  app.get<OfRecording & { Querystring: RowParameters }>('/api/recordings/:id/rows', rowParameters, (request, reply) =>
    answer(request, reply, (recording, isWanted) => recording.rows(toRowQuery(request.query), isWanted)),
  );
  app.get<OfRecording & { Querystring: SeekParameters }>('/api/recordings/:id/seek', seekParameters, (request, reply) =>
    answer(request, reply, (recording, isWanted) => recording.seek(toSeekQuery(request.query), isWanted)),
  );
  app.get<OfRecording & { Querystring: { q: string; buckets: number } }>(
    '/api/recordings/:id/overview',
    parameters({ q: text, buckets: { ...wholeNumber(1, MAX_BUCKETS), default: 600 } }),
    (request, reply) =>
      answer(request, reply, (recording, isWanted) =>
        recording.overview(request.query.q, request.query.buckets, isWanted),
      ),
  );
  app.get<OfRecording & { Querystring: { q: string } }>(
    '/api/recordings/:id/findings',
    parameters({ q: text }),
    (request, reply) => answer(request, reply, (recording, isWanted) => recording.findings(request.query.q, isWanted)),
  );
  app.get<OfRecording & { Querystring: { to?: number } }>(
    '/api/recordings/:id/turns',
    parameters({ to: wholeNumber(0) }),
    (request, reply) => answer(request, reply, (recording) => recording.turns(request.query.to)),
  );
  app.get<OfRecording & { Querystring: { field: ValueField } }>(
    '/api/recordings/:id/values',
    parameters({ field: requiredOneOf(VALUE_FIELDS) }, ['field']),
    (request, reply) =>
      answer(request, reply, (recording, isWanted) => recording.values(request.query.field, isWanted)),
  );
  done();
};

const toRowQuery = ({ view, q, opened, collapsed, from, around, count, part }: RowParameters): RowQuery => ({
  view,
  q,
  opened: numbersOf(opened),
  collapsed: numbersOf(collapsed),
  at: around === undefined ? { from } : { around },
  count,
  part: part === '1',
});

const toSeekQuery = ({ q, step, from = step === '1' ? -1 : 2 ** 32, wrap }: SeekParameters): SeekQuery => ({
  q,
  from,
  step: step === '1' ? 1 : -1,
  wrap: wrap === '1',
});
