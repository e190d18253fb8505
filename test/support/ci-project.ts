import { mkdirSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { parse } from 'yaml';
import { parseTranscript } from '#core/wire/transcript.ts';
import { temporaryFolder, type CleanUp } from './folders.ts';
import { fileText } from './recording-file.ts';
import type { SarifLog } from './sarif-schema.ts';
import type { Step, StepResult } from './workflow.ts';

export interface Workflow {
  readonly permissions: object;
  readonly jobs: Readonly<Record<string, { readonly steps: readonly Step[]; readonly permissions?: object }>>;
}

const blocks = [...readFileSync('docs/ci.md', 'utf8').matchAll(/```yaml\n(.*?)```/gs)].map(([, text = '']) => text);

/** The YAML of docs/ci.md: a whole workflow, the step for clients, and the steps with the action. */
export const [readyWorkflow = '', clientStep = '', useOfAction = ''] = blocks;

/** The steps of a job in docs/ci.md, without the installation: the project has what it installs. */
export const stepsOf = (job: string) =>
  (parse(readyWorkflow) as Workflow).jobs[job]?.steps.filter(({ run }) => run !== 'npm ci') ?? [];

/** The messages of a client to the agents below, and their answers. */
export const PROMPTS = fileText(
  parseTranscript(`
    > 0 initialize {"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"editor","version":"1"}}
    < 0 ok {"protocolVersion":1,"agentCapabilities":{},"authMethods":[{"id":"key","name":"Key"}],"agentInfo":{"name":"my-agent","version":"1"}}
    > 1 session/new {"cwd":"/work","mcpServers":[]}
    < 1 ok {"sessionId":"s"}
    > 2 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Hello"}]}
    < session/update {"sessionId":"s","update":{"sessionUpdate":"agent_message_chunk","content":{"type":"text","text":"Hello!"}}}
    < 2 ok {"stopReason":"end_turn"}`),
);

/** The code of an agent with a scripted model. */
const agent = (greeting: string) => `
import { createInterface } from 'node:readline';
const info = { name: 'my-agent', version: '1' };
const results = {
  initialize: { protocolVersion: 1, agentCapabilities: {}, authMethods: [{ id: 'key', name: 'Key' }], agentInfo: info },
  'session/new': { sessionId: 's' },
  'session/prompt': { stopReason: 'end_turn' },
};
const send = (message) => console.log(JSON.stringify({ jsonrpc: '2.0', ...message }));
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  if (method === 'session/prompt' && process.env.MY_AGENT_MODEL !== 'scripted') process.exit(1);
  const content = { type: 'text', text: 'Hello!' };
  const update = { sessionUpdate: 'agent_message_chunk', content };
  if (method === 'session/prompt') send({ method: 'session/update', params: { sessionId: 's', update } });
  ${greeting}
  send({ id, result: results[method] });
}
`;
export const GOOD = agent('');
/** One that logs to stdout. */
export const BAD = agent("console.log('debug: ' + method);");

/** A folder with an `npx` and an `npm test` that start programs of the project, as npm's do in three times the time. */
export function quickNpx(lastly: CleanUp): string {
  const folder = temporaryFolder(lastly);
  writeFileSync(join(folder, 'npx'), '#!/bin/sh\nexec "node_modules/.bin/$@"\n', { mode: 0o755 });
  const script = String.raw`exec sh -c "$(sed -n 's/.*"test":"\([^"]*\)".*/\1/p' package.json)"`;
  writeFileSync(join(folder, 'npm'), `#!/bin/sh\n[ "$*" = test ] && ${script}\n`, { mode: 0o755 });
  return folder;
}

/** Creates a project that depends on acptap: npm links this repository, so that code compiled before is used again. */
export function project(files: Readonly<Record<string, string>>): string {
  const folder = temporaryFolder();
  const all = { 'package.json': '{"type":"module"}', 'test/acp/prompts.acp.jsonl': PROMPTS, ...files };
  for (const [path, content] of Object.entries(all)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content);
  }
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true });
  symlinkSync(realpathSync('.'), join(folder, 'node_modules/acptap'));
  symlinkSync('../acptap/dist/cli.js', join(folder, 'node_modules/.bin/acptap'));
  return folder;
}

export const outcomes = (results: readonly StepResult[]) => results.map(({ title, outcome }) => `${title}: ${outcome}`);
export const readSarif = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as SarifLog;
export const rulesIn = (log: SarifLog) => [
  ...new Set(log.runs.flatMap(({ results }) => results.map(({ ruleId }) => ruleId))),
];
export const outputOf = (results: readonly StepResult[], title: string) =>
  results.find((result) => result.title === title)?.output ?? '';
