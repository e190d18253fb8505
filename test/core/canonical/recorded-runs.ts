import { array, constantFrom, integer, nat, record, string, tuple, uniqueArray, type Arbitrary } from 'fast-check';
import { toCanonical, type CanonicalOptions } from '#core/canonical/canonical.ts';
import { encodeEntry, encodeHeader } from '#core/recording/encode.ts';
import { epochMs } from '#core/units.ts';
import type { Entry, RecordingHeader } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

export interface Recorded {
  readonly header: RecordingHeader;
  readonly entries: readonly Entry[];
}

/** Makes a recording from a transcript. */
export const recorded = (transcript: string, cwd = '/work/app'): Recorded => ({
  header: { id: 'k3v9q0zt41ab', startedAt: epochMs(1_750_000_000_000), command: ['my-agent'], cwd, redacted: false },
  entries: parseTranscript(transcript),
});

/** The text of its recording file. */
export const fileOf = ({ header, entries }: Recorded): string =>
  encodeHeader(header) + entries.map(encodeEntry).join('');

export const canonicalOf = ({ header, entries }: Recorded): Recorded => toCanonical(header, entries);

export const canonicalFile = ({ header, entries }: Recorded, options?: CanonicalOptions): string =>
  fileOf(toCanonical(header, entries, options));

/** The names of things in one run, by number, and the times of its entries. */
interface Names {
  readonly numbers: readonly number[];
  readonly words: readonly string[];
  readonly folders: readonly string[];
  readonly gaps: readonly number[];
  readonly began: number;
}

const THINGS = 4;

const names = (): Arbitrary<Names> =>
  record({
    numbers: uniqueArray(nat(2 ** 40), { minLength: THINGS, maxLength: THINGS }),
    // each word names one kind of thing only, although two kinds may share ids
    words: uniqueArray(string({ unit: 'grapheme', minLength: 1, maxLength: 6 }), {
      minLength: 6 * THINGS,
      maxLength: 6 * THINGS,
    }),
    folders: uniqueArray(
      string({ unit: constantFrom('a', 'b', 'x', 'Y', ' ', '1', '-', 'ü'), minLength: 1, maxLength: 6 }),
      {
        minLength: THINGS,
        maxLength: THINGS,
      },
    ),
    gaps: array(nat(400_000), { minLength: 5, maxLength: 5 }),
    began: integer({ min: 0, max: 2_000_000_000_000 }),
  });

type Line = (names: Names) => string;

const text = (value: string) => JSON.stringify(value);
const word = (kind: number, n: number) => (all: Names) => text(all.words[kind * THINGS + n] ?? '');
const session = (n: number) => word(0, n);
/** An unmistakable id, so it is recognised in free places. */
const call = (n: number) => (all: Names) => text(`${all.words[THINGS + n] ?? ''}-01AbCdEfGhIj`);
const message = (n: number) => word(2, n);
const terminal = (n: number) => word(3, n);
const folder = (all: Names, n: number) => `/home/me/${all.folders[n] ?? ''}!`;

/** Request ids of both sides: first numbers, then strings, then integers beyond the range of a double. */
const idOf = (side: number, n: number) => (all: Names) => {
  const number = all.numbers[n] ?? 0;
  if (n < 2) return String(number + side);
  return n === 2 ? word(4 + side, n)(all) : String(2n ** 53n + 1n + 2n * BigInt(number));
};
const client = (n: number) => idOf(0, n);
const agent = (n: number) => idOf(1, n);

/** Any message of client or agent; things are referred to by number. */
const line = (): Arbitrary<Line> =>
  tuple(nat(16), nat(THINGS - 1), nat(THINGS - 1)).map(([what, m, n]) => (all: Names) => {
    const [s, c, a] = [session(m)(all), client(n)(all), agent(n)(all)];
    const path = `${folder(all, m)}/src/main.ts`;
    const update = (more: string) => `< session/update {"sessionId":${s},"update":{${more}}}`;
    switch (what) {
      case 0:
        return `> ${c} session/new {"cwd":${text(folder(all, m))},"mcpServers":[]}`;
      case 1:
        return `< ${c} ok {"sessionId":${s}}`;
      case 2:
        return `> ${c} session/prompt {"sessionId":${s},"prompt":[{"type":"text","text":${text(`Mend ${path}.`)}}]}`;
      case 3:
        return update(
          `"sessionUpdate":"tool_call","toolCallId":${call(n)(all)},"title":"t","locations":[{"path":${text(path)}}]`,
        );
      case 4:
        return update(
          `"sessionUpdate":"tool_call_update","toolCallId":${call(n)(all)},"_meta":{"toolCallId":${call(n)(all)},"parent":${call(m)(all)}},"content":[{"type":"terminal","terminalId":${terminal(n)(all)}}]`,
        );
      case 5:
        return `< ${a} session/request_permission {"sessionId":${s},"toolCall":{"toolCallId":${call(m)(all)}},"options":[{"optionId":"ok","name":"OK","kind":"allow_once"}]}`;
      case 6:
        return `> ${a} ok {"outcome":{"outcome":"selected","optionId":"ok"}}`;
      case 7:
        return `> $/cancel_request {"requestId":${c}}`;
      case 8:
        return `< ${a} elicitation/create {"mode":"form","message":"m","requestId":${c},"requestedSchema":{"type":"object","properties":{}}}`;
      case 9:
        return `< ${a} terminal/create {"sessionId":${s},"command":"ls","cwd":${text(folder(all, m))}}`;
      case 10:
        return `> ${a} ok {"terminalId":${terminal(m)(all)}}`;
      case 11:
        return `< _ext/note {"sessionId":${s},"data":{"sessionId":${s}},"${folder(all, m)}":1}`;
      case 12:
        return `! pid ${all.began}`;
      case 13:
        return '< | {"sessionId": no json';
      case 14:
        return `< | [{"jsonrpc":"2.0","id":${c},"result":{"sessionId":${s}}}, 7, {"jsonrpc":"2.0", "id":${a},"method":"fs/read_text_file","params":{"sessionId":${s},"path":${text(path)}}}]`.replaceAll(
          '\\',
          '\\\\',
        );
      case 15:
        return update(
          `"sessionUpdate":"session_info_update","updatedAt":"${new Date(all.began + m * 1000).toISOString()}"`,
        );
      default:
        return update(
          `"sessionUpdate":"agent_message_chunk","messageId":${message(n)(all)},"content":{"type":"text","text":"${m}"}`,
        );
    }
  });

/** Names every thing in places of the schema, because ids elsewhere are not recognised. */
const introduction: readonly Line[] = Array.from({ length: THINGS }, (_, n) => (all: Names) => {
  const update = `"sessionUpdate":"tool_call","toolCallId":${call(n)(all)},"title":"t"`;
  const terminals = `"content":[{"type":"terminal","terminalId":${terminal(n)(all)}}]`;
  const opened = `> ${client(n)(all)} session/new {"cwd":${text(folder(all, n))},"mcpServers":[]}`;
  return `${opened}\n< session/update {"sessionId":${session(n)(all)},"update":{${update},${terminals}}}`;
});

const inRun = (lines: readonly Line[], all: Names): Recorded => {
  let at = 0;
  const timed = [...lines, ...introduction].map(
    (each, index) => `@${(at += all.gaps[index % all.gaps.length] ?? 0)} ${each(all)}`,
  );
  const { header, entries } = recorded(`= spawn {"pid":${all.began}}\n${timed.join('\n')}`, folder(all, 0));
  return { header: { ...header, id: `run${all.began}`, startedAt: epochMs(all.began) }, entries };
};

/** The same conversation in two runs. */
export const twoRuns = (): Arbitrary<readonly [Recorded, Recorded]> =>
  tuple(array(line(), { minLength: 1, maxLength: 20 }), names(), names()).map(([lines, one, other]) => [
    inRun(lines, one),
    inRun(lines, other),
  ]);
