import type { Rule } from '../engine/rule.ts';
import additionalDirectoriesAreOffered from './additional-directories-are-offered.ts';
import archiveComesWithList from './archive-comes-with-list.ts';
import archiveIsOffered from './archive-is-offered.ts';
import authStatusIsOffered from './auth-status-is-offered.ts';
import booleanOptionsAreOffered from './boolean-options-are-offered.ts';
import closeIsOffered from './close-is-offered.ts';
import compactionIsOffered from './compaction-is-offered.ts';
import deleteIsOffered from './delete-is-offered.ts';
import elicitationModeIsOffered from './elicitation-mode-is-offered.ts';
import forkIsOffered from './fork-is-offered.ts';
import listIsOffered from './list-is-offered.ts';
import loadIsOffered from './load-is-offered.ts';
import loginIsOffered from './login-is-offered.ts';
import loginMethodWasListed from './login-method-was-listed.ts';
import logoutIsOffered from './logout-is-offered.ts';
import mcpTransportIsOffered from './mcp-transport-is-offered.ts';
import noticesAreOffered from './notices-are-offered.ts';
import planUpdatesAreOffered from './plan-updates-are-offered.ts';
import promptContentIsOffered from './prompt-content-is-offered.ts';
import promptSuggestionsAreOffered from './prompt-suggestions-are-offered.ts';
import providersAreOffered from './providers-are-offered.ts';
import readingFilesIsOffered from './reading-files-is-offered.ts';
import resumeIsOffered from './resume-is-offered.ts';
import sessionsAreOffered from './sessions-are-offered.ts';
import statusIsOffered from './status-is-offered.ts';
import subagentsAreOffered from './subagents-are-offered.ts';
import systemPromptIsOffered from './system-prompt-is-offered.ts';
import terminalCancelIsOffered from './terminal-cancel-is-offered.ts';
import terminalLoginIsNotRequested from './terminal-login-is-not-requested.ts';
import terminalLoginIsOffered from './terminal-login-is-offered.ts';
import terminalsAreOffered from './terminals-are-offered.ts';
import titleIsOffered from './title-is-offered.ts';
import toolCallCancelIsOffered from './tool-call-cancel-is-offered.ts';
import writingFilesIsOffered from './writing-files-is-offered.ts';

/** Messages and content that need an offer of the receiver. */
export const capabilityRules: readonly Rule[] = [
  loadIsOffered,
  resumeIsOffered,
  closeIsOffered,
  listIsOffered,
  deleteIsOffered,
  forkIsOffered,
  archiveIsOffered,
  archiveComesWithList,
  statusIsOffered,
  titleIsOffered,
  sessionsAreOffered,
  logoutIsOffered,
  authStatusIsOffered,
  providersAreOffered,
  loginIsOffered,
  loginMethodWasListed,
  terminalLoginIsNotRequested,
  terminalLoginIsOffered,
  promptContentIsOffered,
  mcpTransportIsOffered,
  additionalDirectoriesAreOffered,
  systemPromptIsOffered,
  readingFilesIsOffered,
  writingFilesIsOffered,
  terminalsAreOffered,
  elicitationModeIsOffered,
  booleanOptionsAreOffered,
  noticesAreOffered,
  compactionIsOffered,
  planUpdatesAreOffered,
  subagentsAreOffered,
  promptSuggestionsAreOffered,
  toolCallCancelIsOffered,
  terminalCancelIsOffered,
];
