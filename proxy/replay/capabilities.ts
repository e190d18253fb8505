import { at } from '#core/wire/json.ts';
import type { Script } from './script.ts';

/** The client capability that an agent's request needs (https://agentclientprotocol.com/protocol/v1/initialization#client-capabilities). */
const NEEDS: readonly (readonly [prefix: string, path: readonly string[]])[] = [
  ['fs/read_text_file', ['fs', 'readTextFile']],
  ['fs/write_text_file', ['fs', 'writeTextFile']],
  ['terminal/', ['terminal']],
  ['elicitation/', ['elicitation']],
];

/** Capabilities that the recorded agent used and a live client's `initialize` params do not advertise. */
export function missingCapabilities(script: Script, initializeParams: unknown): readonly string[] {
  const advertised = at(initializeParams, 'clientCapabilities') ?? at(initializeParams, 'capabilities');
  const used = script.flatMap((line) =>
    line.from === 'us' && line.message?.kind === 'request' ? [line.message.method] : [],
  );
  return NEEDS.filter(([prefix]) => used.some((method) => method.startsWith(prefix)))
    .filter(([, path]) => {
      const value = at(advertised, ...path);
      return value === undefined || value === null || value === false;
    })
    .map(([, path]) => path.join('.'));
}
