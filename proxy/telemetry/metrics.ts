import { ValueType, type Attributes, type HrTime } from '@opentelemetry/api';
import {
  AggregationTemporality,
  DataPointType,
  type Histogram,
  type HistogramMetricData,
  type MetricData,
  type SumMetricData,
} from '@opentelemetry/sdk-metrics';
import {
  ATTR_GEN_AI_OPERATION_NAME,
  ATTR_GEN_AI_TOKEN_TYPE,
  ATTR_RPC_METHOD,
  GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT,
  METRIC_GEN_AI_CLIENT_OPERATION_DURATION,
  METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK,
} from '@opentelemetry/semantic-conventions/incubating';
import type { Durations, Stats } from '#core/model/stats.ts';
import { seconds, TOKENS } from './attributes.ts';
import { shortValue } from './growing-span.ts';

/** How often each rule was broken, and by which side. */
export interface FindingCount {
  readonly rule: string;
  readonly grade: string;
  readonly side: string;
  readonly count: number;
}

export interface MetricsInput {
  readonly stats: Stats;
  readonly turns: Durations | null;
  readonly findings: Iterable<FindingCount>;
  readonly start: HrTime;
  readonly end: HrTime;
}

/** 10, 20, 50 µs … 5000 s, in seconds: the limits of `Durations`. */
const BOUNDARIES = Array.from({ length: 9 }, (_, decade) => [1, 2, 5].map((step) => step * 10 ** (decade + 1)))
  .flat()
  .map(seconds);

const INVOKE = { [ATTR_GEN_AI_OPERATION_NAME]: GEN_AI_OPERATION_NAME_VALUE_INVOKE_AGENT };

/**
 * The stats of a recording as metrics. They are sums since its start, and their time is that of its last entry: a point
 * that is sent twice replaces itself.
 */
export function toMetrics({ stats, turns, findings, start, end }: MetricsInput): MetricData[] {
  const at = { startTime: start, endTime: end };

  function histogram(name: string, description: string, of: readonly (readonly [Durations | null, Attributes])[]) {
    const dataPoints = of.flatMap(([durations, attributes]) =>
      durations ? [{ ...at, attributes, value: toHistogram(durations) }] : [],
    );
    return {
      descriptor: { name, description, unit: 's', valueType: ValueType.DOUBLE },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.HISTOGRAM,
      dataPoints,
    } satisfies HistogramMetricData;
  }

  function counter(
    name: string,
    description: string,
    unit: string,
    of: Iterable<readonly [number, Attributes]>,
    valueType = ValueType.INT,
  ) {
    return {
      descriptor: { name, description, unit, valueType },
      aggregationTemporality: AggregationTemporality.CUMULATIVE,
      dataPointType: DataPointType.SUM,
      isMonotonic: true,
      dataPoints: Array.from(of, ([value, attributes]) => ({ ...at, attributes, value })),
    } satisfies SumMetricData;
  }

  const metrics = [
    histogram(METRIC_GEN_AI_CLIENT_OPERATION_DURATION, 'Duration of prompt turns', [[turns, INVOKE]]),
    histogram(METRIC_GEN_AI_CLIENT_OPERATION_TIME_TO_FIRST_CHUNK, 'Time to the first chunk of a turn', [
      [stats.firstChunk, INVOKE],
    ]),
    histogram(
      'acp.exchange.duration',
      'Time from request to response',
      stats.methods.map(({ method, from, answered }) => [
        answered,
        { [ATTR_RPC_METHOD]: shortValue(method), 'acp.from': from },
      ]),
    ),
    counter(
      'acp.findings',
      'Broken rules of the protocol',
      '{finding}',
      [...findings].map(({ rule, grade, side, count }) => [
        count,
        { 'acp.rule': rule, 'acp.grade': grade, 'acp.side': side },
      ]),
    ),
    counter('acp.tokens', 'Tokens that the agent reported', '{token}', tokensIn(stats)),
    counter('acp.cost', 'Cost that the agent reported', '{currency}', costIn(stats), ValueType.DOUBLE),
  ];
  return metrics.filter(({ dataPoints }) => dataPoints.length > 0);
}

function toHistogram({ count, total, max, spread }: Durations): Histogram {
  const counts = Array.from({ length: BOUNDARIES.length + 1 }, () => 0);
  for (const { upTo, count: many } of spread) {
    const index = BOUNDARIES.indexOf(seconds(upTo));
    counts[index === -1 ? BOUNDARIES.length : index] = many;
  }
  return { count, sum: seconds(total), max: seconds(max), buckets: { boundaries: BOUNDARIES, counts } };
}

function* tokensIn({ usage }: Stats): Generator<readonly [number, Attributes]> {
  for (const [name] of TOKENS) {
    const counts = usage.flatMap(({ tokens }) => tokens?.[name] ?? []);
    if (counts.length > 0) yield [sum(counts), { [ATTR_GEN_AI_TOKEN_TYPE]: name }];
  }
}

function* costIn({ usage }: Stats): Generator<readonly [number, Attributes]> {
  for (const currency of new Set(usage.flatMap(({ cost }) => cost?.currency ?? [])))
    yield [
      sum(usage.map(({ cost }) => (cost?.currency === currency ? cost.amount : 0))),
      { 'acp.cost.currency': shortValue(currency) },
    ];
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
