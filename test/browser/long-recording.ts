import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Writes a recording of `updates` tool calls, one update each, in turns of a hundred, 1 ms apart. @returns the file */
export function longRecording(folder: string, id: string, updates: number): string {
  const lines: object[] = [
    { acptap: 1, id, startedAt: '2026-11-20T12:00:00.000Z', command: ['agent'], cwd: '/work', redacted: true },
  ];
  let t = 0;
  const say = (from: 'client' | 'agent', json: object) =>
    lines.push({ t: (t += 1000), from, text: `${JSON.stringify({ jsonrpc: '2.0', ...json })}\n` });
  const ask = (ident: number, method: string, params: object, result: object, between: () => void = () => {}) => {
    say('client', { id: ident, method, params });
    between();
    say('agent', { id: ident, result });
  };
  ask(0, 'initialize', { protocolVersion: 1, clientCapabilities: {} }, { protocolVersion: 1, agentCapabilities: {} });
  ask(1, 'session/new', { cwd: '/work', mcpServers: [] }, { sessionId: 's' });
  for (let done = 0; done < updates; done += 100) {
    const prompt = [{ type: 'text', text: `turn ${done / 100}` }];
    ask(done + 2, 'session/prompt', { sessionId: 's', prompt }, { stopReason: 'end_turn' }, () => {
      for (let at = done; at < done + 100; at++) {
        const update = { sessionUpdate: 'tool_call', toolCallId: `t${at}`, title: `tool ${at}`, status: 'completed' };
        say('agent', { method: 'session/update', params: { sessionId: 's', update } });
      }
    });
  }
  const file = join(folder, `${id}.acp.jsonl`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}
