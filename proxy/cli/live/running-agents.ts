import { connectControl, controlIds } from '../../intervene/control-client.ts';
import type { AgentsPort } from '../../server/agents.ts';
import type { DataFolder } from '../../shim/data-folder.ts';
import { errorMessage } from '../recordings/find-recording.ts';
import { warn } from '../output/output.ts';

/** The agents that the inspector may reach: those of all recordings, or of `chosen` ones. Prints once why it cannot. */
export function runningAgents(folder: DataFolder, chosen?: ReadonlySet<string>): AgentsPort {
  const said = new Set<string>();
  return {
    ids: () => controlIds(folder).filter((id) => chosen?.has(id) ?? true),
    async connect(id) {
      try {
        return await connectControl(folder, id);
      } catch (cause) {
        const message = `the inspector cannot take part in ${id}: ${errorMessage(cause)}`;
        if (!said.has(message)) warn(message);
        said.add(message);
        return undefined;
      }
    },
  };
}
