import type { TestProject } from 'vitest/node';
import { temporaryFolder, type CleanUp } from '../support/folders.ts';
import { inspect } from '../support/inspector.ts';
import { acptapProcess } from '../support/processes.ts';
import { longRecording } from './long-recording.ts';
import { ownRecordings } from './own-recordings.ts';
import { smallRecordings } from './small-recordings.ts';

const REAL = [
  'claude-0.100.0/edit',
  'claude-0.100.0/concurrent',
  'claude-0.100.0/multi',
  'claude-0.100.0/error401',
  'claude-0.100.0/text',
  'claude-0.100.0/terminal',
  'gemini-0.61.0/bad',
  'gemini-0.61.0/edit',
  'gemini-0.61.0/text',
  'gemini-0.61.0/reject',
];

const INTERVENTIONS = ['answer', 'corrupt', 'delay', 'drop', 'edit', 'unknown-update'];

/** Starts the inspector that the page's tests share, over the golden recordings and `long`, which has 30 turns. */
export default async function startReadOnlyInspector(project: TestProject): Promise<() => Promise<void>> {
  const cleanUps: Parameters<CleanUp>[0][] = [];
  const lastly: CleanUp = (cleanUp) => void cleanUps.push(cleanUp);
  const home = temporaryFolder(lastly);
  const golden = REAL.map((name) => `recordings/real/${name}.acp.jsonl`);
  const taken = INTERVENTIONS.map((kind) => `recordings/interventions/${kind}.acp.jsonl`);
  const made = [longRecording(home, 'long', 3000), ...smallRecordings(home), ...ownRecordings(home)];
  const examples = ['demo', 'planted-violations'].map((name) => `recordings/examples/${name}.acp.jsonl`);
  // In a process: this one would have to load all of acptap's sources first.
  const { code, stderr } = await acptapProcess({ home, lastly }, 'import', ...examples, ...golden, ...taken, ...made);
  if (code !== 0) throw new Error(`import ended with ${code}: ${stderr}`);
  project.provide('inspector', await inspect(home, lastly));
  return async () => {
    for (const cleanUp of cleanUps.toReversed()) await cleanUp();
  };
}
