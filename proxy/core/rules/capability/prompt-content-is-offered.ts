import { valueAt, stringAt } from '#core/json/json.ts';
import { defineRule } from '../engine/rule.ts';
import { handshakeAndSession } from '../examples/handshake.ts';
import { capability, missingCapability, capabilityOffer, type Capability } from '../helpers/capability.ts';

const prompting = (kind: string): Capability =>
  capability('agent', { 1: `promptCapabilities.${kind}`, 2: `session.prompt.${kind}` }, { isFlag: true });

/** The capability that each type of block needs. Every agent takes text and resource links. */
const needs: ReadonlyMap<string, Capability> = new Map([
  ['image', prompting('image')],
  ['audio', prompting('audio')],
  ['resource', prompting('embeddedContext')],
]);

export default defineRule({
  id: 'capability/prompt-content-is-offered',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires:
    'A prompt holds images, audio and embedded resources only where the agent says it takes them, with `image`, `audio` and `embeddedContext` in its prompt capabilities. Text and resource links are always taken.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization#prompt-capabilities',
  peers: 'Agents answer with an error, or drop the block and prompt their model without it.',
  start: () => ({
    request({ exchange: { method, params, opened } }, verdict, trace) {
      const blocks = method === 'session/prompt' && opened.from === 'client' ? valueAt(params, 'prompt') : undefined;
      if (!Array.isArray(blocks)) return;
      const reported = new Set<string>();
      let isKept = false;
      for (const [index, block] of blocks.entries()) {
        const type = stringAt(block, 'type') ?? '';
        const needed = needs.get(type);
        const offer = needed ? capabilityOffer(trace, needed) : 'unknown';
        if (!needed || offer === 'unknown' || reported.has(type)) continue;
        isKept ||= offer === 'yes';
        if (offer === 'yes') continue;
        reported.add(type);
        const { name, ...rest } = missingCapability(trace, needed);
        verdict.broken({
          seq: opened.seq,
          side: 'client',
          message: `a prompt with ${type} content needs ${name}, which the agent did not offer`,
          pointer: `/params/prompt/${index}/type`,
          ...rest,
        });
      }
      if (isKept && reported.size === 0) verdict.kept();
    },
  }),
  examples: {
    breaks: [
      `${handshakeAndSession()}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"What is this?"},{"type":"image","data":"AAAA","mimeType":"image/png"}]}`,
      `${handshakeAndSession({ agent: { promptCapabilities: { image: true, audio: false } } })}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"audio","data":"AAAA","mimeType":"audio/wav"}]}`,
      `${handshakeAndSession({ agent: { promptCapabilities: { image: true } } })}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"resource","resource":{"uri":"file:///a","text":"a"}}]}`,
      `${handshakeAndSession({ version: 2 })}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`,
    ],
    keeps: [
      `${handshakeAndSession({ agent: { promptCapabilities: { embeddedContext: true } } })}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Look"},{"type":"resource_link","uri":"file:///b","name":"b"},{"type":"resource","resource":{"uri":"file:///a","text":"a"}}]}`,
      `${handshakeAndSession({ version: 2, agent: { session: { prompt: { image: {} } } } })}\n> 1 session/prompt {"sessionId":"s","prompt":[{"type":"image","data":"AAAA","mimeType":"image/png"}]}`,
    ],
  },
});
