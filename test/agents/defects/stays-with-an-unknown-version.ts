import { changing, defineDefect } from '../define-defect.ts';

export default defineDefect({
  does: 'continues although the agent speaks another version than it asked for',
  side: 'client',
  breaks: 'initialize/client-leaves-an-unknown-version',
  client: (own) => ({
    initializes: changing(own.initializes, '"protocolVersion":1', '"protocolVersion":0'),
  }),
});
