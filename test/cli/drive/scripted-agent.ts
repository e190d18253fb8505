import { temporaryFolder } from '../../support/folders.ts';
import { runInProcess } from '../../support/in-process.ts';
import { CLI, type Answer } from '../../support/processes.ts';

/** The command that is the recorded agent. */
export const replayOf = (file: string) => [process.execPath, CLI, 'replay', file];

/** Runs `acptap drive` in this process, where no warden starts: tests of signals start a process. */
export const drive = (file: string, command: readonly string[], ...options: readonly string[]): Promise<Answer> =>
  runInProcess([process.execPath, CLI, 'drive', file, ...options, '--', ...command], { home: temporaryFolder() });

/**
 * An agent that opens sessions and does `code` for a prompt: `say` writes a message, `ask` a request, `cwd` is the
 * session's folder.
 */
export function agent(code: string): readonly string[] {
  const program = `
    const waiting = new Map();
    let cwd = '';
    let last = 0;
    const say = (message) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', ...message }) + '\\n');
    const ask = (method, params) => new Promise((resolve) => {
      waiting.set(++last, resolve);
      say({ id: last, method, params: { sessionId: 's', ...params } });
    });
    const update = (update) => say({ method: 'session/update', params: { sessionId: 's', update } });
    const prompt = async () => { ${code} };
    const results = {
      initialize: () => ({ protocolVersion: 1, agentCapabilities: {}, authMethods: [], agentInfo: { name: 'scripted', version: '1' } }),
      'session/new': (params) => { cwd = params.cwd; return { sessionId: 's' }; },
      'session/prompt': async () => ({ stopReason: (await prompt()) ?? 'end_turn' }),
    };
    require('node:readline').createInterface({ input: process.stdin }).on('line', async (line) => {
      const { id, method, params, ...answer } = JSON.parse(line);
      if (method === undefined) waiting.get(id)?.(answer);
      else if (id !== undefined) say({ id, result: await results[method](params) });
    });`;
  return [process.execPath, '-e', program];
}

/** A client that prompts once. */
export const prompted = (rest = '< 2 ok {"stopReason":"end_turn"}') => `
  > 0 initialize {"protocolVersion":1,"clientCapabilities":{"fs":{"readTextFile":true,"writeTextFile":true},"terminal":true}}
  < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[],"agentInfo":{"name":"scripted","version":"1"}}
  > 1 session/new {"cwd":"/work/app","mcpServers":[]}
  < 1 ok {"sessionId":"then"}
  > 2 session/prompt {"sessionId":"then","prompt":[{"type":"text","text":"go"}]}
  ${rest}`;
