/** An agent with the names that editors and plugins have for it. */
export interface KnownAgent {
  readonly name: string;
  /** Ids in the ACP registry, and names of agents that older versions of Zed brought along. */
  readonly ids: readonly string[];
  /** Starts the agent without an installation. */
  readonly npx: readonly [string, ...string[]];
  /** Starts the installed agent. */
  readonly command: readonly [string, ...string[]];
  readonly codeCompanion: string;
  readonly avante: string;
  /** The variable of agent-shell. */
  readonly agentShell: string;
}

export const knownAgents: readonly KnownAgent[] = [
  {
    name: 'Gemini',
    ids: ['gemini', 'gemini-cli'],
    npx: ['npx', '-y', '@google/gemini-cli', '--acp'],
    command: ['gemini', '--acp'],
    codeCompanion: 'gemini_cli',
    avante: 'gemini-cli',
    agentShell: 'agent-shell-google-gemini-acp-command',
  },
  {
    name: 'Claude',
    ids: ['claude-acp', 'claude', 'claude-code-acp', 'claude-agent-acp'],
    npx: ['npx', '-y', '@agentclientprotocol/claude-agent-acp'],
    command: ['claude-agent-acp'],
    codeCompanion: 'claude_code',
    avante: 'claude-code',
    agentShell: 'agent-shell-anthropic-claude-acp-command',
  },
  {
    name: 'Codex',
    ids: ['codex-acp', 'codex'],
    npx: ['npx', '-y', '@agentclientprotocol/codex-acp'],
    command: ['codex-acp'],
    codeCompanion: 'codex',
    avante: 'codex',
    agentShell: 'agent-shell-openai-codex-acp-command',
  },
  {
    name: 'OpenCode',
    ids: ['opencode'],
    npx: ['npx', '-y', 'opencode-ai', 'acp'],
    command: ['opencode', 'acp'],
    codeCompanion: 'opencode',
    avante: 'opencode',
    agentShell: 'agent-shell-opencode-acp-command',
  },
];
