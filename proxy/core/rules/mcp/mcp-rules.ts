import type { Rule } from '../engine/rule.ts';
import connectionIsOpen from './connection-is-open.ts';
import notificationIsForAnActiveRequest from './notification-is-for-an-active-request.ts';
import requestIdIsUnique from './request-id-is-unique.ts';
import serverWasDeclared from './server-was-declared.ts';

/** Messages between the agent and MCP servers of the client. */
export const mcpRules: readonly Rule[] = [
  serverWasDeclared,
  requestIdIsUnique,
  notificationIsForAnActiveRequest,
  connectionIsOpen,
];
