import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseTranscript } from '#core/wire/transcript.ts';
import { fileText, header } from '../support/recording-file.ts';

/** Writes a recording of `updates` tool calls, one update each, in turns of `perTurn`, 1 ms apart. @returns the file */
export function longRecording(folder: string, id: string, updates: number, perTurn = 100): string {
  const lines: object[] = [
    { acptap: 1, id, startedAt: '2026-11-20T12:00:00.000Z', command: [id], cwd: '/work', redacted: true },
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
  for (let done = 0; done < updates; done += perTurn) {
    const prompt = [{ type: 'text', text: `turn ${done / perTurn}` }];
    ask(done + 2, 'session/prompt', { sessionId: 's', prompt }, { stopReason: 'end_turn' }, () => {
      for (let at = done; at < done + perTurn; at++) {
        const update = { sessionUpdate: 'tool_call', toolCallId: `t${at}`, title: `tool ${at}`, status: 'completed' };
        say('agent', { method: 'session/update', params: { sessionId: 's', update } });
      }
    });
  }
  const file = join(folder, `${id}.acp.jsonl`);
  writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(''));
  return file;
}

/** Writes a recording of turns with files read, tokens and cost; later turns take longer. @returns the file */
export function pricedRecording(folder: string, id: string, turns: number): string {
  let t = 0;
  const lines = [`@${(t += 1000)} > 0 initialize {"protocolVersion":1}`, `@${(t += 900)} < 0 ok {"protocolVersion":1}`];
  const say = (after: number, line: string) => lines.push(`@${(t += after)} ${line}`);
  const update = (body: string) => `< session/update {"sessionId":"s","update":{${body}}}`;
  say(300, '> 1 session/new {"cwd":"/work","mcpServers":[]}');
  say(300, '< 1 ok {"sessionId":"s"}');
  for (let turn = 1; turn <= turns; turn++) {
    say(400_000, `> ${turn + 1} session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"turn ${turn}"}]}`);
    say(30_000 * turn, update('"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Looking."}'));
    for (let file = 0; file < 3; file++) {
      say(700, `< ${turn * 3 + file} fs/read_text_file {"sessionId":"s","path":"/work/${file}.ts"}`);
      say(1500 * turn ** file, `> ${turn * 3 + file} ok {"content":"text"}`);
    }
    say(
      900,
      `< ${turn + 900} session/request_permission {"sessionId":"s","toolCall":{"toolCallId":"t${turn}"},"options":[{"optionId":"y","name":"Yes","kind":"allow_once"}]}`,
    );
    say(turn % 3 === 1 ? 800_000 : 150_000, `> ${turn + 900} ok {"outcome":{"outcome":"selected","optionId":"y"}}`);
    say(
      500,
      update(
        `"sessionUpdate":"usage_update","used":${turn * 900},"size":200000,"cost":{"amount":${(turn * (turn + 3)) / 200},"currency":"USD"}`,
      ),
    );
    say(
      20_000,
      `< ${turn + 1} ok {"stopReason":"end_turn","usage":{"totalTokens":${turn * (turn + 1) * 500 + 200 * turn},"inputTokens":${turn * (turn + 1) * 500},"outputTokens":${200 * turn}}}`,
    );
  }
  const file = join(folder, `${id}.acp.jsonl`);
  writeFileSync(file, fileText(parseTranscript(lines.join('\n')), header({ id, command: [id] })));
  return file;
}
