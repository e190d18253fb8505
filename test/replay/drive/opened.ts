import { expect } from 'vitest';
import { lines, play, type Played, type PlayOptions } from './play.ts';

/** A client that opens a session, as recorded. */
export const OPENED = `
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/home/me/app","mcpServers":[]}
  < 1 ok {"sessionId":"then"}`;

/** The live agent's answers. */
const OPENS = `
  < 0 ok {"protocolVersion":1}
  < 1 ok {"sessionId":"now"}`;

const OPENED_NOW = lines(`
  > 0 initialize {"protocolVersion":1}
  < 0 ok {"protocolVersion":1}
  > 1 session/new {"cwd":"/live/app","mcpServers":[]}
  < 1 ok {"sessionId":"now"}`);

/** Lines of a transcript. */
export const prompt = (id: number, session: string, text: string) =>
  `> ${id} session/prompt {"sessionId":"${session}","prompt":[{"type":"text","text":"${text}"}]}`;

export const chunk = (session: string, text = 'hm') =>
  `< session/update {"sessionId":"${session}","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"${text}"}}}`;

export const permission = (id: number | string, session: string, title: string, kind: string, options: string) =>
  `< ${JSON.stringify(id)} session/request_permission {"sessionId":"${session}","toolCall":{"toolCallId":"t","title":"${title}","kind":"${kind}"},"options":${options}}`;

export const OPTIONS =
  '[{"optionId":"yes","name":"Y","kind":"allow_once"},{"optionId":"no","name":"N","kind":"reject_once"}]';

export const chose = (id: number | string, option: string) =>
  `> ${JSON.stringify(id)} ok {"outcome":{"outcome":"selected","optionId":"${option}"}}`;

/** Plays these lines after the session is open. */
export async function after(recorded: string, live: string, options: PlayOptions = {}): Promise<Played> {
  const { said, ...rest } = await play(OPENED + recorded, OPENS + live, options);
  expect(said.slice(0, OPENED_NOW.length)).toEqual(OPENED_NOW);
  return { ...rest, said: said.slice(OPENED_NOW.length) };
}
