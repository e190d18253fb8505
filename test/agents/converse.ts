import type { Entry, Side } from '#core/wire/entry.ts';
import { opposite } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { Lines } from './message-lines.ts';
import { messagesOf, type Peer } from './peer.ts';

/** Long enough for a peer to read the other's frames, so that frames do not cross. */
const ANSWER_US = 300_000;
const NEXT_US = 1000;

/** More than any conversation has: throws for peers that never end. */
const MAX_LINES = 1000;

/**
 * Runs two peers until neither has anything to send. Returns the recording that a proxy between them would make. When
 * no line is under way, peers give up waiting, the agent first.
 */
export function converse(peers: Readonly<Record<Side, Peer>>): readonly Entry[] {
  const transcript = ['= spawn {"pid":4242}'];
  const onTheWay: { readonly from: Side; readonly line: string }[] = [];
  let at = NEXT_US;
  let last: Side | undefined;

  const put = (from: Side, lines: Lines) => onTheWay.push(...lines.map((line) => ({ from, line })));
  put('client', peers.client.begin());
  put('agent', peers.agent.begin());
  while (onTheWay.length > 0) {
    const { from, line } = onTheWay.shift()!;
    at += from === last ? NEXT_US : ANSWER_US;
    last = from;
    transcript.push(`@${at} ${from === 'client' ? '>' : '<'} ${line}`);
    if (transcript.length > MAX_LINES) throw new Error(`the conversation has no end: ${line}`);
    for (const message of messagesOf([line])) put(opposite(from), peers[opposite(from)].hear(message));
    if (onTheWay.length === 0) put('agent', peers.agent.giveUp());
    if (onTheWay.length === 0) put('client', peers.client.giveUp());
  }
  const end = ['= eof {"of":"client"}', '= eof {"of":"agent"}', '= exit {"code":0,"signal":null}'];
  return parseTranscript([...transcript, ...end.map((line, index) => `@${at + ANSWER_US + index} ${line}`)].join('\n'));
}
