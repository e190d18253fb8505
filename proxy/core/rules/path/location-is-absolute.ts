import { valueAt } from '#core/json/json.ts';
import { firstRelative } from '../helpers/absolute-path.ts';
import { toolCallRule } from '../helpers/tool-call-paths.ts';

const pathOf = (location: unknown): unknown => valueAt(location, 'path');

export default toolCallRule(
  (toolCall) => {
    const locations = valueAt(toolCall, 'locations');
    if (!Array.isArray(locations) || locations.length === 0) return undefined;
    const found = firstRelative(locations, pathOf);
    if (!found) return 'kept';
    const { index, ...rest } = found;
    return { message: 'the path of a location is not absolute', pointer: `/locations/${index}/path`, ...rest };
  },
  {
    id: 'path/location-is-absolute',
    grade: 'warning',
    versions: [1, 2],
    requires: 'The locations of a tool call are absolute paths.',
    source: 'https://agentclientprotocol.com/protocol/v1/tool-calls#following-the-agent',
    peers: 'Editors cannot follow the agent to the file, and show the path as text.',
    examples: {
      breaks: [
        '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Read","locations":[{"path":"/home/me/app/a.txt"},{"path":"b.txt"}]}}',
      ],
      keeps: [
        '> 1 session/prompt {"sessionId":"s","prompt":[{"type":"text","text":"Go on"}]}\n< session/update {"sessionId":"s","update":{"sessionUpdate":"tool_call","toolCallId":"t","title":"Read","locations":[{"path":"/home/me/app/a.txt","line":3}]}}',
      ],
    },
  },
);
