import { ELICITATIONS } from '#core/protocol/method-traits.ts';

/**
 * Who decides whether two messages are the same:
 * - `comparison`: what differs between two recordings (`core/compare`)? The rows do not apply inside of a tool's input
 * and output, or of members unknown to ACP: see `run-values.ts`.
 * - `matching`: which recorded message has a client just sent (`replay/matching`)? At the level `exact` nothing is
 * ignored.
 * - `branches`: has another recording the same past before a choice of the client (`replay/branches`)?
 */
type Judge = 'comparison' | 'matching' | 'branches';

/** Members or updates that a judge ignores, because they differ between equal runs. */
interface Ignored {
  readonly names: readonly string[];
  readonly why: string;
  readonly by: readonly Judge[];
  /** For `matching`: only the first members of the params and results of these methods. Absent: at any depth. */
  readonly methods?: readonly string[];
  /** Why the other judges do not ignore them. */
  readonly others?: string;
}

const OPENING = ['session/new', 'session/load', 'session/resume', 'session/fork'];
const NOT_OF_CLIENTS = 'no client sends it';
const FOR_PEOPLE = 'people look for such a change between two recordings';

export const IGNORED_MEMBERS: readonly Ignored[] = [
  { names: ['_meta'], why: 'private notes of a peer', by: ['comparison', 'matching', 'branches'] },
  { names: ['usage'], why: 'amounts', by: ['comparison', 'branches'], others: NOT_OF_CLIENTS },
  { names: ['updatedAt'], why: 'a time of day', by: ['comparison', 'branches'], others: NOT_OF_CLIENTS },
  {
    names: ['createdAt', 'timestamp'],
    why: 'a time of day',
    by: ['comparison'],
    others: 'ACP does not have them, so they may mean anything: a replay compares them',
  },
  { names: ['cost'], why: 'amounts', by: ['branches'], others: 'it is in usage_update, which is not compared' },
  {
    names: ['rawOutput'],
    why: 'the output of a tool',
    by: ['branches'],
    others: 'compared without the values of a run, as what the tool did',
  },
  { names: ['agentInfo'], why: 'the version of the agent', by: ['branches'], others: FOR_PEOPLE },
  {
    names: ['info'],
    why: 'the version of a peer',
    by: ['matching', 'branches'],
    methods: ['initialize'],
    others: FOR_PEOPLE,
  },
  {
    names: ['clientInfo', 'clientCapabilities', 'capabilities'],
    why: 'a replay serves any client, and reports missing capabilities',
    by: ['matching'],
    methods: ['initialize'],
    others: FOR_PEOPLE,
  },
  { names: ['sessions'], why: 'what the machine has', by: ['branches'], others: FOR_PEOPLE },
  {
    names: ['configOptions', 'modes', 'models'],
    why: 'what the agent offers at that time',
    by: ['branches'],
    others: FOR_PEOPLE,
  },
  { names: ['mcpServers'], why: 'what the machine has', by: ['matching'], methods: OPENING, others: FOR_PEOPLE },
  {
    names: ['cwd'],
    why: 'only the cursor decides',
    by: ['matching'],
    methods: ['session/list'],
    others: 'a folder, which is mapped',
  },
  {
    names: ['content'],
    why: 'what a person typed',
    by: ['matching'],
    methods: ELICITATIONS,
    others: FOR_PEOPLE,
  },
  {
    names: ['headers', 'baseUrl'],
    why: 'secrets and addresses of the machine',
    by: ['matching'],
    methods: ['providers/set'],
    others: FOR_PEOPLE,
  },
];

/** Updates of a session. Agents send them, so they are never matched. */
export const IGNORED_UPDATES: readonly Ignored[] = [
  { names: ['usage_update'], why: 'amounts, sent at any time', by: ['comparison', 'branches'] },
  {
    names: ['agent_message_chunk', 'agent_message', 'agent_thought_chunk', 'agent_thought', 'notice'],
    why: 'words of the agent',
    by: ['branches'],
    others: FOR_PEOPLE,
  },
  { names: ['plan', 'plan_update', 'plan_removed'], why: 'words of the agent', by: ['branches'], others: FOR_PEOPLE },
  { names: ['tool_call_content_chunk'], why: 'the output of a tool', by: ['branches'], others: FOR_PEOPLE },
  {
    names: ['session_info_update', 'available_commands_update', 'config_option_update', 'current_mode_update'],
    why: 'states that come at other times, and more or less often',
    by: ['branches'],
    others: 'compared where the state differs from the previous one',
  },
];

/** The names that a judge ignores. With a method: also those that `matching` ignores only there. */
export const ignoredBy = (judge: Judge, table: readonly Ignored[], method = ''): ReadonlySet<string> =>
  new Set(
    table
      .filter(({ by, methods }) => by.includes(judge) && (judge !== 'matching' || !methods || methods.includes(method)))
      .flatMap(({ names }) => names),
  );
