import { CARD_GROUPS, CARD_METHODS } from '#core/cards/card-kinds.ts';
import { toCardMessage, type CardMessage } from '#core/cards/card-message.ts';
import { toCard } from '#core/cards/to-card.ts';
import { createGrouping } from '#core/grouping/grouping.ts';
import type { CardBody } from '#core/model/cards.ts';
import type { GroupKind } from '#core/model/group.ts';
import { createTrace } from '#core/trace/trace.ts';
import type { Entry } from '#core/wire/entry.ts';
import { parseTranscript } from '#core/wire/transcript.ts';

interface Gathered {
  readonly kind: GroupKind;
  readonly messages: CardMessage[];
}

/** The cards for a transcript's groups, in the order of the groups. Leaves out exchanges without a card. */
export function cardsOf(transcript: string): readonly CardBody[] {
  return gatherCards(parseTranscript(transcript))
    .filter(
      ({ kind, messages: [first] }) =>
        (CARD_GROUPS as readonly GroupKind[]).includes(kind) ||
        (CARD_METHODS as readonly string[]).includes(first?.method ?? ''),
    )
    .map(({ kind, messages }) => toCard({ kind, part: 'whole', messages }));
}

/** The only card of a kind that a transcript has. */
export function onlyCard<Kind extends CardBody['kind']>(transcript: string, kind: Kind) {
  const found = cardsOf(transcript).filter((card): card is Extract<CardBody, { kind: Kind }> => card.kind === kind);
  const [card] = found;
  if (!card || found.length > 1) throw new Error(`${found.length} cards of kind ${kind}`);
  return card;
}

/** The card of a single entry. */
export function entryCard(transcript: string, seq: number, part: 'entry' | 'end' = 'entry'): CardBody {
  const all = gatherCards(parseTranscript(transcript));
  const messages = all.flatMap((group) => group.messages).filter((message) => message.seq === seq);
  return toCard({ kind: part === 'end' ? 'turn' : 'update', part, messages });
}

/** The messages of each group of a recording. */
export function gatherCards(entries: Iterable<Entry>): readonly Gathered[] {
  const trace = createTrace();
  const grouping = createGrouping();
  const groups = new Map<number, Gathered>();
  for (const entry of entries) {
    const step = trace.apply(entry);
    const { group } = grouping.apply(step);
    const gathered = groups.get(group.no) ?? { kind: group.kind, messages: [] };
    groups.set(group.no, gathered);
    if (entry.kind !== 'frame') continue;
    const { seq, elapsed: t, from, bytes } = entry;
    const message = toCardMessage(bytes, { seq, t, from }, step.messages[0]?.method, entry.sent);
    if (message) gathered.messages.push(message);
  }
  return [...groups.values()];
}
