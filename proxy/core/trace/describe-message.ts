import { describe } from '#core/protocol/describe.ts';
import type { TracedMessage } from './connection.ts';

/** One line for a message, using the facts of the fold; see `describe`. */
export const describeMessage = ({ message, method, toolCall, carries }: TracedMessage): string =>
  describe(message, { method, carried: carries?.methods, toolTitle: (toolCall ?? carries?.toolCall)?.title });
