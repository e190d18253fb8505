import { envelopeKind } from '#core/protocol/envelope.ts';
import { isInitialize } from '#core/protocol/methods.ts';
import type { MessageRef } from '#core/trace/message-ref.ts';
import { defineRule, type Breach } from '../engine/rule.ts';
import { handshake } from '../examples/handshake.ts';

export default defineRule({
  id: 'initialize/comes-first',
  grade: 'error',
  binds: 'client',
  versions: [1, 2],
  requires: 'The client sends nothing but initialize until the agent has answered that with a result.',
  source: 'https://agentclientprotocol.com/protocol/v1/initialization',
  peers:
    'Agents made with the SDK of version 2 answer -32600 and ignore notifications. Many others take the request, as if the client had no capabilities.',
  start() {
    let began = false; // the recording includes the very beginning
    let torn = false;
    let reported = false; // reported once
    let early: Breach | undefined; // without the beginning: reported when initialize follows

    function judge(method: string, { seq, from }: MessageRef, progress: 'none' | 'asked' | 'done'): Breach | undefined {
      if (reported || torn || progress === 'done' || from !== 'client') return undefined;
      // The peers may have agreed on extensions outside of ACP.
      if (isInitialize(method) || method.startsWith('$/') || method.startsWith('_')) return undefined;
      if (envelopeKind(method) === 'successor') return undefined; // another connection, initialized before this one
      reported = true;
      return {
        seq,
        side: 'client',
        message: `${method} was sent before initialize was ${progress === 'none' ? 'sent' : 'answered'}`,
        seen: method,
        expected: progress === 'none' ? 'initialize' : 'to wait for the answer to initialize',
        pointer: '/method',
      };
    }

    return {
      event({ event }) {
        if (event.event === 'spawn') began = true;
        if (event.event === 'gap' && event.of !== 'stderr') torn = true;
      },
      call({ method, ref }, verdict, trace) {
        const { progress } = trace.handshake();
        const breach = judge(method, ref, progress);
        if (!breach) return;
        if (began || progress === 'asked') verdict.broken(breach);
        else early = breach;
      },
      handshake({ handshake: { progress } }, verdict) {
        if (early) verdict.broken(early);
        early = undefined;
        if (progress === 'done') verdict.kept();
      },
    };
  },
  examples: {
    breaks: [
      `# an agent is started\n= spawn {"pid":7}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 error {"code":-32600,"message":"initialize first"}`,
      `# in the wrong order\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}\n< 1 ok {"sessionId":"s"}\n${handshake()}`,
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}`, // right behind it is too early
      `> 0 initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 error {"code":-32603,"message":"no"}\n> 1 session/list {}`, // it failed
    ],
    keeps: [
      `${handshake()}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}`,
      `# in a chain of proxies\n> 0 proxy/initialize {"protocolVersion":1,"clientInfo":{"name":"editor","version":"1.0.0"}}\n< 0 ok {"protocolVersion":1,"agentInfo":{"name":"agent","version":"1.0.0"}}\n> 1 session/new {"cwd":"/home/me/app","mcpServers":[]}`,
    ],
  },
});
