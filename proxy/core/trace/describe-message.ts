import { describe } from '#core/protocol/describe.ts';
import type { PlacedMessage } from './connection.ts';

/** One line for a message, using the facts of the fold; see `describe`. */
export const describeMessage = ({ message, method, toolCall, carries }: PlacedMessage): string =>
  describe(message, { method, carried: carries?.methods, toolTitle: (toolCall ?? carries?.toolCall)?.title });
