import { envelopeKind } from '#core/protocol/envelope.ts';
import { defineRule, type Breach } from '../rule.ts';

export default defineRule({
  id: 'initialize/agent-waits',
  grade: 'warning',
  binds: 'agent',
  versions: [1, 2],
  requires:
    'The agent asks and reports nothing until it has answered initialize: before that, neither side knows what the other can do.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers: 'Editors start to handle what agents send with the answer to initialize, and lose what comes before it.',
  start() {
    let told = false; // an agent that does not wait does so once
    let early: Breach | undefined; // known to be early when the recording turns out to have the beginning

    return {
      call({ method, params, place: { seq, from } }, verdict, trace) {
        const { progress } = trace.handshake();
        if (told || from !== 'agent' || progress === 'done') return;
        // Extensions speak of what they like, and the agent that is a proxy initializes its successor meanwhile.
        if (method.startsWith('_') || method.startsWith('$/') || envelopeKind(method) === 'successor') return;
        told = true;
        const breach: Breach = {
          seq,
          side: 'agent',
          message: `${method} was sent before initialize was ${progress === 'none' ? 'sent' : 'answered'}`,
          seen: method,
          expected: 'the answer to initialize first',
          pointer: '/method',
          // It may be about initialize itself: to let the user log in, for one.
          ...(isAboutRequest(params) ? { grade: 'note' } : {}),
        };
        if (progress === 'none') early = breach;
        else if (trace.isComplete()) verdict.broken(breach);
      },
      handshake({ handshake: { progress } }, verdict, trace) {
        if (early && trace.isComplete()) verdict.broken(early);
        early = undefined;
        if (progress === 'done') verdict.kept();
      },
    };
  },
  examples: {
    breaks: [
      `# speaks first\n< session/update {"sessionId":"s","update":{"sessionUpdate":"session_info_update","title":"Old"}}\n> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< auth/status_update {"state":"authenticated"}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 1 elicitation/create {"requestId":0,"mode":"form","message":"Which account?","requestedSchema":{"type":"object","properties":{}}}`, // about initialize: a note
    ],
    keeps: [
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< _hello {}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}`,
    ],
  },
});

const isAboutRequest = (params: unknown): boolean =>
  typeof params === 'object' && params !== null && 'requestId' in params;
