import type { Entry, Side } from '#core/wire/entry.ts';
import { opposite } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';
import type { Lines } from './lines.ts';
import { messagesOf, type Peer } from './peer.ts';

/** Long enough that a peer has read what the other one has sent before: nothing crosses. */
const ANSWER_US = 300_000;
const NEXT_US = 1000;

/** More than any conversation has; two peers that never come to an end are a mistake in one of them. */
const MOST_LINES = 1000;

/**
 * Lets two peers talk until neither has anything to say, and gives what a proxy between them would have recorded. A peer that waits
 * in vain gives up when all is quiet, the agent first.
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
    if (transcript.length > MOST_LINES) throw new Error(`the conversation has no end: ${line}`);
    for (const message of messagesOf([line])) put(opposite(from), peers[opposite(from)].hear(message));
    if (onTheWay.length === 0) put('agent', peers.agent.giveUp());
    if (onTheWay.length === 0) put('client', peers.client.giveUp());
  }
  const end = ['= eof {"of":"client"}', '= eof {"of":"agent"}', '= exit {"code":0,"signal":null}'];
  return parseTranscript([...transcript, ...end.map((line, index) => `@${at + ANSWER_US + index} ${line}`)].join('\n'));
}
