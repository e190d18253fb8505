import { paramsOf, wasDelivered, resultOf } from '#core/cards/card-message.ts';
import { stringAt, valueAt } from '#core/json/json.ts';
import type { GrowingOperation } from './calls.ts';
import { fitsText } from './compare-written.ts';
import { commonMembers, type FileLedger } from './file-ledger.ts';
import type { FileMessage } from './file-message.ts';

/** Takes an `fs/read_text_file`. */
export function applyRead(ledger: FileLedger, message: FileMessage): void {
  const params = paramsOf(message);
  const target = ledger.targetOf(message, stringAt(params, 'path') ?? '');
  const call = ledger.calls.callOfRequest(message, target.key);
  const file = call && ledger.usedFile(call, target);
  const [line, limit] = [numberOf(valueAt(params, 'line')), numberOf(valueAt(params, 'limit'))];
  const read = { kind: 'read' as const, answered: null, isFailed: false, line, limit, characters: null };
  const operation: GrowingOperation = { ...commonMembers(message, target, call), ...read };
  ledger.keep(operation);
  ledger.awaitAnswer(message, (answer) => {
    const text = stringAt(resultOf(answer), 'content');
    const isWhole = line === null && limit === null && wasDelivered(message) && wasDelivered(answer);
    if (answer.delivery) Object.assign(operation, { delivery: answer.delivery });
    Object.assign(operation, { answered: answer.seq, isFailed: text === undefined, characters: text?.length ?? null });
    if (text === undefined || !isWhole) return;
    ledger.rememberText(target, answer.seq, text);
    const { proposal } = file ?? {};
    const isWaiting = proposal?.outcome === 'open' || proposal?.outcome === 'rejected';
    const shown = ledger.shownBy(call, target) ?? [];
    // A deletion that the agent carried out leaves neither text.
    if (isWaiting && shown.every(({ after }) => after !== '')) proposal.isStale = !fitsText(text, shown);
  });
}

const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
