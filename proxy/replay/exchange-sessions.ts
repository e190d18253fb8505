import { pairFolders } from '#core/protocol/folder-map.ts';
import { at, stringAt } from '#core/wire/json.ts';
import type { Request } from '#core/wire/jsonrpc.ts';
import { likeness } from './match.ts';
import { AS_IT_IS } from './normalise.ts';
import type { Play } from './play.ts';
import { isAgentLine, isClientLine, type AgentLine, type ClientLine, type Script } from './script.ts';

/** A session that `session/new` brings. */
interface Opening {
  readonly line: ClientLine;
  readonly session: string;
  readonly lane: number;
}

/**
 * Two sessions that were opened alike cannot be told apart until they are prompted. Where the client gives one of them the first prompt
 * that was recorded for another one, and not its own, it means that one: from now on they have each other's place, whether the other has
 * been opened yet or not. Only a prompt that is the same as the recorded one says so; with any other the order counts.
 */
export function exchangeSessions(play: Play, message: Request, recorded: string): void {
  const { expectations, reporting, remap } = play;
  const mine = openingOf(play, recorded);
  if (!mine || !mayExchange(play, mine) || expectations.isExpected(mine.line)) return;
  const [own] = expectations.calls('request', 'session/prompt', recorded);
  if (own && isSamePrompt(play, own, message)) return;
  const other = otherOpening(play, mine, message);
  if (!other) return;
  play.schedule.exchange([mine.lane, other.lane], [mine.line.index, other.line.index], pairs(play.script, mine, other));
  expectations.exchange(mine.line, other.line);
  remap.exchangeSessions(mine.session, other.session);
  const { openedWith } = play;
  const [live, then] = [openedWith.get(mine.line.index), openedWith.get(other.line.index)];
  for (const [{ line, lane }, params] of [[mine, then] as const, [other, live] as const]) {
    openedWith.set(line.index, params);
    remap.forgetFolders(lane);
    bindFolders(play, line, lane, params);
  }
  reporting.note(
    `the client has its sessions in another order: the one of entry ${mine.line.seq} got the first prompt of the one of entry ${other.line.seq}, and they have changed places`,
  );
}

/** A session is opened in these folders now: those that a request names, in place of the recorded ones. */
export function bindFolders({ remap }: Play, line: ClientLine, lane: number, live: unknown): void {
  const recorded = paramsOf(line);
  remap.bindFolder(lane, pairFolders(stringAt(recorded, 'cwd'), stringAt(live, 'cwd')));
  const [theirs, ours] = [at(recorded, 'additionalDirectories'), at(live, 'additionalDirectories')];
  if (!Array.isArray(theirs) || !Array.isArray(ours)) return;
  theirs.forEach((folder: unknown, index) => {
    const other: unknown = ours[index];
    if (typeof folder === 'string' && typeof other === 'string') remap.bindFolder(lane, pairFolders(folder, other));
  });
}

/** The first session of which the first prompt is this one, and that could as well have been opened in place of `mine`. */
function otherOpening(play: Play, mine: Opening, message: Request): Opening | undefined {
  const seen = new Set([mine.session]);
  for (const prompt of play.expectations.callsAnywhere('request', 'session/prompt')) {
    const { session } = prompt;
    if (session === undefined || seen.has(session)) continue;
    seen.add(session);
    const other = openingOf(play, session);
    if (other && mayExchange(play, other) && isSamePrompt(play, prompt, message) && isAlike(play, mine, other))
      return other;
  }
  return undefined;
}

function openingOf({ script }: Play, session: string): Opening | undefined {
  const lane = script.sessions.get(session);
  const main = lane === undefined || lane === 0 ? undefined : script.lanes[lane]?.[0]?.main;
  const line = main === undefined ? undefined : script.lines[main];
  if (lane === undefined || !isClientLine(line) || line.method !== 'session/new') return undefined;
  return { line, session, lane };
}

/** Nothing has been said in it but what the agent says of a new session, and that asks for nothing. */
function mayExchange({ begun, script, schedule, expectations }: Play, { line, lane }: Opening): boolean {
  const isAnswered = line.answer !== undefined && !schedule.isPending(line.answer);
  if (begun.has(lane) || !(isAnswered || expectations.isExpected(line))) return false;
  return beginning(script, lane).every(({ says }) => says.every(({ kind }) => kind !== 'request'));
}

/** Neither the recording nor what the client sent says which of two sessions is which. */
function isAlike({ openedWith }: Play, mine: Opening, other: Opening): boolean {
  const isLike = ({ line }: Opening, live: unknown) =>
    likeness('session/new', paramsOf(line), live, AS_IT_IS) !== 'method';
  return [mine, other].every(({ line }) => {
    const live = openedWith.get(line.index);
    return live === undefined || isLike(mine, live) === isLike(other, live);
  });
}

function isSamePrompt({ remap }: Play, line: ClientLine, { method, params }: Request): boolean {
  const to = { ...remap.toRecorded(line.lane), session: () => line.session ?? '' };
  return likeness(method, paramsOf(line), params, to) !== 'method';
}

const paramsOf = ({ message }: ClientLine): unknown => (message?.kind === 'request' ? message.params : undefined);

/** What came of the request that brought a session, before anything else was asked in it. */
function beginning({ lanes }: Script, lane: number): readonly AgentLine[] {
  const lines = lanes[lane] ?? [];
  const end = lines.findIndex(({ main }) => main !== lines[0]?.main);
  return end === -1 ? lines : lines.slice(0, end);
}

/** What in the beginnings of two sessions is of one kind, one by one. */
function pairs(script: Script, one: Opening, other: Opening): readonly (readonly [number, number])[] {
  const counterparts = Map.groupBy(beginning(script, other.lane), kindOf);
  return beginning(script, one.lane).flatMap((line) => {
    const like = counterparts.get(kindOf(line))?.shift();
    return isAgentLine(like) ? [[line.index, like.index] as const] : [];
  });
}

const kindOf = ({ says }: AgentLine): string =>
  JSON.stringify(says.map((said) => (said.kind === 'notification' ? [said.method, said.variant] : said.kind)));
