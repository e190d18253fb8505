import type { JsonEditor } from '../../proxy/setup/editor.ts';
import { jetbrains } from '../../proxy/setup/editors/jetbrains.ts';
import { vscode } from '../../proxy/setup/editors/vscode.ts';
import { zed } from '../../proxy/setup/editors/zed.ts';

/** Settings as people have them, with the agents that can be wrapped. */
export interface SettingsText {
  readonly title: string;
  readonly editor: JsonEditor;
  readonly text: string;
  readonly agents: readonly string[];
}

export const settingsTexts: readonly SettingsText[] = [
  {
    title: "Zed's first lines, comments, trailing commas, several agents",
    editor: zed,
    agents: ['Gemini', 'OpenClaw ACP', 'Deno Example Agent', 'old form'],
    text: `// Zed settings
//
// To see all of Zed's default settings without changing your
// custom settings, run \`zed: open default settings\` from the
// command palette (cmd-shift-p / ctrl-shift-p)
{
  "cli_default_open_behavior": "new_window", // not a tab
  "theme": { "mode": "system", "light": "One Light", "dark": "One Dark" },
  /* agents */
  "agent_servers": {
    // the reference
    "Gemini": {
      "type": "custom",
      "command": "gemini", // from npm
      "args": [
        "--acp", // was --experimental-acp
        "--model",
        "pro",
      ],
      "env": {
        "GEMINI_API_KEY": "not-a-key",
      },
    },
    "claude-acp": { "type": "registry", "env": { "CLAUDE_CODE_EXECUTABLE": "/opt/claude" } },
    "OpenClaw ACP": {
      "command": "openclaw",
      "args": ["acp", "--url", "wss://gateway:18789"],
      "type": "custom"
    },
    "Deno Example Agent": { "command": "~/bin/agent" },
    "old form": { "command": { "path": "/usr/bin/agent", "args": [], }, },
  },
  "telemetry": { "metrics": false },
}
`,
  },
  {
    title: 'Zed with tabs and without a line end',
    editor: zed,
    agents: ['Codex'],
    text: '{\n\t"vim_mode": true,\n\t"agent_servers": {\n\t\t"Codex": {\n\t\t\t"args": [],\n\t\t\t"command": "codex-acp",\n\t\t\t"env": {"RUST_LOG": "info"}\n\t\t}\n\t}\n}',
  },
  {
    title: 'JetBrains, as the IDE creates it',
    editor: jetbrains,
    agents: ['OpenHands', 'Devin "beta" 漢字'],
    text: `{
    "default_mcp_settings": {"use_idea_mcp": true, "use_custom_mcp": true},
    "agent_servers": {
        "OpenHands": {
            "command": "openhands",
            "args": ["acp"],
            "env": {}
        },
        "Devin \\"beta\\" 漢字": {
            "command": "/home/jos\\u00e9/.local/bin/devin",
            "args": [
                "acp"
            ]
        }
    }
}
`,
  },
  {
    title: 'JetBrains in one line',
    editor: jetbrains,
    agents: ['A', 'B'],
    text: '{"agent_servers":{"A":{"command":"C:\\\\Program Files\\\\agent.exe","args":["a b",""]},"B":{"command":"b"}}}',
  },
  {
    title: 'VS Code with three ACP extensions',
    editor: vscode,
    agents: ['Gemini CLI', 'Auggie CLI', 'codex', 'OpenCode', 'goose'],
    text: `{
  "editor.fontSize": 13,
  "acp.agents": {
    "Gemini CLI": {
      "command": "npx",
      "args": [
        "@google/gemini-cli@latest",
        "--experimental-acp"
      ],
      "env": {}
    },
    "Auggie CLI": { "command": "npx", "args": [/* newest */ "@augmentcode/auggie@latest", "--acp"], "env": {"AUGMENT_DISABLE_AUTO_UPDATE": "1"} }
  },
  "agent_servers": {
    "codex": { "type": "custom", "name": "Codex CLI", "command": "codex-acp", "args": [ ] }
  },
  "vscodeAcp.agents": [
    // OpenCode only
    { "id": "opencode", "name": "OpenCode", "command": "opencode", "args": ["acp"], "env": {} },
    { "id": "goose", "args": ["acp"], "command": "goose" }
  ],
  "files.autoSave": "afterDelay"
}
`,
  },
];

/** The same settings as other systems and editors save them. */
export const savedAs: Readonly<Record<string, (text: string) => string>> = {
  'line feeds': (text) => text,
  CRLF: (text) => text.replaceAll('\n', '\r\n'),
  'a byte order mark': (text) => `\uFEFF${text}`,
};
