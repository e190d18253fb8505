import { defineDefect } from '../define-defect.ts';
import { request } from '../message-lines.ts';

export default defineDefect({
  does: 'lists providers of an agent that does not say it has any',
  side: 'client',
  breaks: 'capability/providers-are-offered',
  besides: { 'jsonrpc/method-is-known client': 'the method is not stable yet' },
  client: () => ({
    triesAnExtension: () => [request('ten', 'providers/list', {})],
  }),
});
