import { envelopeKind } from '#core/protocol/envelope.ts';
import { defineRule, type Breach } from '../engine/rule.ts';

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
    let reported = false; // reported once
    let early: Breach | undefined; // reported if the recording turns out to include the beginning

    return {
      call({ method, params, ref: { seq, from } }, verdict, trace) {
        const { progress } = trace.handshake();
        if (reported || from !== 'agent' || progress === 'done') return;
        // Extensions have their own rules, and a proxy may initialize its successor meanwhile.
        if (method.startsWith('_') || method.startsWith('$/') || envelopeKind(method) === 'successor') return;
        reported = true;
        const breach: Breach = {
          seq,
          side: 'agent',
          message: `${method} was sent before initialize was ${progress === 'none' ? 'sent' : 'answered'}`,
          seen: method,
          expected: 'the answer to initialize first',
          pointer: '/method',
          // The request may be part of initialize, for example a login.
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
