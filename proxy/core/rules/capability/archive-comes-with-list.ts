import { defineRule } from '../engine/rule.ts';
import { handshake as example } from '../examples/handshake.ts';
import { capability, latestInitializeAnswer, capabilityOffer } from '../helpers/capability.ts';

const ARCHIVE = capability('agent', { 1: 'sessionCapabilities.archive' });
const LIST = capability('agent', { 1: 'sessionCapabilities.list' });

export default defineRule({
  id: 'capability/archive-comes-with-list',
  grade: 'error',
  binds: 'agent',
  versions: [1],
  requires: 'An agent that archives sessions lists them as well: `sessionCapabilities.archive` comes with `list`.',
  source: 'https://agentclientprotocol.com/protocol/v1/draft/initialization#session-capabilities',
  peers: 'Editors have no way to show what was archived, and offer no archive.',
  start: () => ({
    handshake({ handshake }, verdict, trace) {
      const answered = latestInitializeAnswer(handshake);
      if (!answered || capabilityOffer(trace, ARCHIVE) !== 'yes') return;
      const list = capabilityOffer(trace, LIST);
      if (list === 'yes') return verdict.kept();
      if (list === 'unknown') return; // offered with a wrong value
      verdict.broken({
        seq: answered.seq,
        side: 'agent',
        message: 'the agent offers to archive sessions and not to list them',
        seen: 'sessionCapabilities.archive without list',
        expected: 'sessionCapabilities.list: {}',
        pointer: '/result/agentCapabilities/sessionCapabilities/archive',
      });
    },
  }),
  examples: {
    breaks: [
      example({ agent: { sessionCapabilities: { archive: {} } } }),
      example({ agent: { sessionCapabilities: { archive: {}, list: null } } }),
    ],
    keeps: [example({ agent: { sessionCapabilities: { archive: {}, list: {} } } })],
  },
});
