import { createHash } from 'node:crypto';

/** A change of one line of a transcript, or of the lines after it. Undefined if it does not apply to the line. */
export type LineChange = (line: string) => readonly string[] | undefined;

/** Replaces a part of the line. Does not apply to a line without it. */
const replacing =
  (part: RegExp, by: string | ((found: string) => string)): LineChange =>
  (line) => {
    const changed = line.replace(part, by as string);
    return changed === line ? undefined : [changed];
  };

const isVerbatim = (line: string) => /^(?:@\d+ +)?[<>] \\?\|/.test(line);

/** Of a line that is a message. */
const ofMessage =
  (change: LineChange): LineChange =>
  (line) =>
    /^(?:@\d+ +)?[<>]/.test(line) && !isVerbatim(line) ? change(line) : undefined;

const PARAMS = /(?<= )\{.*\}$/;

/** Changes of a message, by name. */
export const LINE_CHANGES: readonly (readonly [name: string, change: LineChange])[] = Object.entries({
  missing: () => [],
  twice: (line) => [line, line],
  'other side': ofMessage(replacing(/^(?:@\d+ +)?[<>]/, (start) => start.replace(/[<>]/, otherSide))),
  'other session': ofMessage(replacing(/"sessionId":"s"/, '"sessionId":"other"')),
  'no session': ofMessage(replacing(/"sessionId":"s",?/, '')),
  'id as text': ofMessage(replacing(/(?<=^(?:@\d+ +)?[<>] )\d+(?= )/, '"$&"')),
  'other id': ofMessage(replacing(/(?<=^(?:@\d+ +)?[<>] )\d+(?= )/, '77')),
  'no id': ofMessage(replacing(/(?<=^(?:@\d+ +)?[<>] )\d+ (?!ok|error)/, '')),
  'an error': ofMessage(replacing(/ ok .*$/, ' error {"code":-32603,"message":"no"}')),
  'no params': ofMessage(replacing(PARAMS, '{}')),
  'empty lists': ofMessage(replacing(PARAMS, withEmptyLists)),
  'other text': ofMessage(replacing(/(?<="(?:text|title|path|content|optionId|status|stopReason)":")[^"]+(?=")/, 'x')),
  'other kind': ofMessage(replacing(/(?<="(?:sessionUpdate|kind|method|type|outcome)":")[^"]+(?=")/, '_other')),
  'no JSON': ofMessage(() => ['< | no JSON']),
});

const otherSide = (side: string) => (side === '<' ? '>' : '<');

function withEmptyLists(json: string): string {
  return JSON.stringify(JSON.parse(json, (_, value: unknown) => (Array.isArray(value) ? [] : value)));
}

/** Stands for a value in a text with many of them. */
export const digest = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 4);
