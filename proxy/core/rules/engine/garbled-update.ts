/** The readable members of a `session/update` in a line that is not JSON. */
export interface GarbledUpdate {
  readonly session: string | undefined;
  readonly variant: string | undefined;
  readonly ids: { readonly toolCallId?: string; readonly terminalId?: string };
}

/** Limits for one line. It may hold several updates, when threads write at the same time. */
const MAX_CHARACTERS = 64 * 1024;
const MAX_UPDATES = 16;

const METHOD = '"session/update"';

/** Finds updates in a line that is not JSON: cut short, run together, or with other text in between. */
export function garbledUpdates(line: string): readonly GarbledUpdate[] {
  const text = line.slice(0, MAX_CHARACTERS);
  const pieces = text.split(METHOD, MAX_UPDATES + 1);
  if (pieces.length === 1) return [];
  return (pieces.length === 2 ? [text] : pieces.slice(1)).map(read);
}

function read(text: string): GarbledUpdate {
  const toolCallId = memberIn(text, 'toolCallId');
  const terminalId = memberIn(text, 'terminalId');
  return {
    session: memberIn(text, 'sessionId'),
    variant: memberIn(text, 'sessionUpdate'),
    ids: { ...(toolCallId === undefined ? {} : { toolCallId }), ...(terminalId === undefined ? {} : { terminalId }) },
  };
}

/** The string value of the first member with this name; undefined if it is incomplete. */
function memberIn(text: string, name: string): string | undefined {
  const start = text.indexOf(`"${name}"`);
  const [, string] = start < 0 ? [] : (MEMBER.exec(text.slice(start + name.length + 2)) ?? []);
  try {
    return string === undefined ? undefined : String(JSON.parse(string));
  } catch {
    return undefined; // it contains a control character or a broken escape
  }
}

const MEMBER = /^\s*:\s*("(?:[^"\\]|\\.)*")/;
