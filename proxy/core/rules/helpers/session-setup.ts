import type { ProtocolVersion } from '#core/protocol/methods.ts';

/** Methods that the client may call only for a session that is active on this connection. */
export const NEEDS_ACTIVE_SESSION: Readonly<Record<ProtocolVersion, ReadonlySet<string>>> = {
  1: new Set([
    'session/prompt',
    'session/cancel',
    'session/close',
    'session/set_mode',
    'session/set_config_option',
    'session/set_model',
  ]),
  2: new Set(['session/prompt', 'session/cancel', 'session/set_config_option', 'tool_call/cancel', 'terminal/cancel']),
};
