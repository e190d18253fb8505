import { cancelRules } from './cancel/cancel-rules.ts';
import { capabilityRules } from './capability/capability-rules.ts';
import { configRules } from './config/config-rules.ts';
import { elicitationRules } from './elicitation/elicitation-rules.ts';
import { framingRules } from './framing/framing-rules.ts';
import { fsRules } from './fs/fs-rules.ts';
import { initializeRules } from './initialize/initialize-rules.ts';
import { jsonrpcRules } from './jsonrpc/jsonrpc-rules.ts';
import { mcpRules } from './mcp/mcp-rules.ts';
import { metaRules } from './meta/meta-rules.ts';
import { modeRules } from './mode/mode-rules.ts';
import { pathRules } from './path/path-rules.ts';
import { permissionRules } from './permission/permission-rules.ts';
import { planRules } from './plan/plan-rules.ts';
import { promptRules } from './prompt/prompt-rules.ts';
import { schemaRules } from './schema/schema-rules.ts';
import { sessionRules } from './session/session-rules.ts';
import { terminalRules } from './terminal/terminal-rules.ts';
import { toolCallRules } from './tool-call/tool-call-rules.ts';
import type { Rule } from './engine/rule.ts';

/** Bump when a rule is added, removed or judges differently: recordings judged by an older set are judged again. */
export const RULE_SET = 8;

/** Every rule, in the order of reports. Each area lists its own in `<area>/<area>-rules.ts`. */
export const catalogue: readonly Rule[] = [
  ...framingRules,
  ...jsonrpcRules,
  ...schemaRules,
  ...metaRules,
  ...initializeRules,
  ...capabilityRules,
  ...sessionRules,
  ...pathRules,
  ...terminalRules,
  ...fsRules,
  ...modeRules,
  ...configRules,
  ...promptRules,
  ...cancelRules,
  ...permissionRules,
  ...toolCallRules,
  ...planRules,
  ...elicitationRules,
  ...mcpRules,
];
