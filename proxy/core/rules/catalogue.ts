import cancelledRequestIsAnswered from './cancel/cancelled-request-is-answered.ts';
import cancelledWasAskedFor from './cancel/cancelled-was-asked-for.ts';
import promptIsAnsweredWithoutError from './cancel/prompt-is-answered-without-error.ts';
import requestToCancelWasSent from './cancel/request-to-cancel-was-sent.ts';
import somethingIsRunning from './cancel/something-is-running.ts';
import turnEndsAsCancelled from './cancel/turn-ends-as-cancelled.ts';
import updatesEndWithTheTurn from './cancel/updates-end-with-the-turn.ts';
import workEndsAsCancelled from './cancel/work-ends-as-cancelled.ts';
import additionalDirectoriesAreOffered from './capability/additional-directories-are-offered.ts';
import archiveComesWithList from './capability/archive-comes-with-list.ts';
import archiveIsOffered from './capability/archive-is-offered.ts';
import authStatusIsOffered from './capability/auth-status-is-offered.ts';
import booleanOptionsAreOffered from './capability/boolean-options-are-offered.ts';
import closeIsOffered from './capability/close-is-offered.ts';
import compactionIsOffered from './capability/compaction-is-offered.ts';
import deleteIsOffered from './capability/delete-is-offered.ts';
import elicitationModeIsOffered from './capability/elicitation-mode-is-offered.ts';
import forkIsOffered from './capability/fork-is-offered.ts';
import listIsOffered from './capability/list-is-offered.ts';
import loadIsOffered from './capability/load-is-offered.ts';
import loginIsOffered from './capability/login-is-offered.ts';
import loginMethodWasListed from './capability/login-method-was-listed.ts';
import logoutIsOffered from './capability/logout-is-offered.ts';
import mcpTransportIsOffered from './capability/mcp-transport-is-offered.ts';
import noticesAreOffered from './capability/notices-are-offered.ts';
import planUpdatesAreOffered from './capability/plan-updates-are-offered.ts';
import promptContentIsOffered from './capability/prompt-content-is-offered.ts';
import promptSuggestionsAreOffered from './capability/prompt-suggestions-are-offered.ts';
import providersAreOffered from './capability/providers-are-offered.ts';
import readingFilesIsOffered from './capability/reading-files-is-offered.ts';
import resumeIsOffered from './capability/resume-is-offered.ts';
import sessionsAreOffered from './capability/sessions-are-offered.ts';
import statusIsOffered from './capability/status-is-offered.ts';
import subagentsAreOffered from './capability/subagents-are-offered.ts';
import systemPromptIsOffered from './capability/system-prompt-is-offered.ts';
import terminalCancelIsOffered from './capability/terminal-cancel-is-offered.ts';
import terminalLoginIsNotRequested from './capability/terminal-login-is-not-requested.ts';
import terminalLoginIsOffered from './capability/terminal-login-is-offered.ts';
import terminalsAreOffered from './capability/terminals-are-offered.ts';
import titleIsOffered from './capability/title-is-offered.ts';
import toolCallCancelIsOffered from './capability/tool-call-cancel-is-offered.ts';
import writingFilesIsOffered from './capability/writing-files-is-offered.ts';
import answerListsTheOptionSet from './config/answer-lists-the-option-set.ts';
import categoryIsKnown from './config/category-is-known.ts';
import currentValueIsOffered from './config/current-value-is-offered.ts';
import modeAgreesWithItsOption from './config/mode-agrees-with-its-option.ts';
import optionWasOffered from './config/option-was-offered.ts';
import valueWasOffered from './config/value-was-offered.ts';
import asksForNoSecret from './elicitation/asks-for-no-secret.ts';
import completeIsForAnOpenOne from './elicitation/complete-is-for-an-open-one.ts';
import contentFitsTheForm from './elicitation/content-fits-the-form.ts';
import formHasNoUrl from './elicitation/form-has-no-url.ts';
import hasOneScope from './elicitation/has-one-scope.ts';
import elicitationIdIsUnique from './elicitation/id-is-unique.ts';
import urlIsSecure from './elicitation/url-is-secure.ts';
import type { Rule } from './engine/rule.ts';
import lastLineIsTerminated from './framing/last-line-is-terminated.ts';
import lineEndsWithLfOnly from './framing/line-ends-with-lf-only.ts';
import lineFitsReceivers from './framing/line-fits-receivers.ts';
import lineHasNoBom from './framing/line-has-no-bom.ts';
import lineIsJson from './framing/line-is-json.ts';
import lineIsNotBlank from './framing/line-is-not-blank.ts';
import lineIsUtf8 from './framing/line-is-utf8.ts';
import messageIsOnOneLine from './framing/message-is-on-one-line.ts';
import surrogatesComeInPairs from './framing/surrogates-come-in-pairs.ts';
import readKeepsToTheLimit from './fs/read-keeps-to-the-limit.ts';
import initializeAgentWaits from './initialize/agent-waits.ts';
import clientLeavesAnUnknownVersion from './initialize/client-leaves-an-unknown-version.ts';
import initializeComesFirst from './initialize/comes-first.ts';
import initializeHappensOnce from './initialize/happens-once.ts';
import peersIntroduceThemselves from './initialize/peers-introduce-themselves.ts';
import versionWasRequested from './initialize/version-was-requested.ts';
import envelopeIsWellFormed from './jsonrpc/envelope-is-well-formed.ts';
import errorCodeIsFreeOrDefined from './jsonrpc/error-code-is-free-or-defined.ts';
import errorObjectIsWellFormed from './jsonrpc/error-object-is-well-formed.ts';
import frameIsAnObject from './jsonrpc/frame-is-an-object.ts';
import frameIsNoBatch from './jsonrpc/frame-is-no-batch.ts';
import memberNamesAreUnique from './jsonrpc/member-names-are-unique.ts';
import methodGoesTheRightWay from './jsonrpc/method-goes-the-right-way.ts';
import methodIsInVersion from './jsonrpc/method-is-in-version.ts';
import methodIsKnown from './jsonrpc/method-is-known.ts';
import notificationHasNoId from './jsonrpc/notification-has-no-id.ts';
import requestHasAnId from './jsonrpc/request-has-an-id.ts';
import requestIdIsAnIntegerOrString from './jsonrpc/request-id-is-an-integer-or-string.ts';
import requestIdIsNotNull from './jsonrpc/request-id-is-not-null.ts';
import requestIdUniqueInFlight from './jsonrpc/request-id-unique-in-flight.ts';
import requestIsAnswered from './jsonrpc/request-is-answered.ts';
import responseAnswersARequest from './jsonrpc/response-answers-a-request.ts';
import responseComesOnce from './jsonrpc/response-comes-once.ts';
import responseHasAnId from './jsonrpc/response-has-an-id.ts';
import responseKeepsTheIdType from './jsonrpc/response-keeps-the-id-type.ts';
import unknownMethodHasItsCode from './jsonrpc/unknown-method-has-its-code.ts';
import versionIs20 from './jsonrpc/version-is-2-0.ts';
import mcpConnectionIsOpen from './mcp/connection-is-open.ts';
import mcpNotificationIsForAnActiveRequest from './mcp/notification-is-for-an-active-request.ts';
import mcpRequestIdIsUnique from './mcp/request-id-is-unique.ts';
import mcpServerWasDeclared from './mcp/server-was-declared.ts';
import traceparentIsValid from './meta/traceparent-is-valid.ts';
import currentModeIsOffered from './mode/current-mode-is-offered.ts';
import modeWasOffered from './mode/mode-was-offered.ts';
import additionalDirectoriesAreAbsolute from './path/additional-directories-are-absolute.ts';
import diffIsAbsolute from './path/diff-is-absolute.ts';
import fileIsAbsolute from './path/file-is-absolute.ts';
import lineCountsFromOne from './path/line-counts-from-one.ts';
import listedDirectoryIsAbsolute from './path/listed-directory-is-absolute.ts';
import locationIsAbsolute from './path/location-is-absolute.ts';
import mcpCommandIsAbsolute from './path/mcp-command-is-absolute.ts';
import terminalDirectoryIsAbsolute from './path/terminal-directory-is-absolute.ts';
import workingDirectoryIsAbsolute from './path/working-directory-is-absolute.ts';
import permissionCancelledWithTheTurn from './permission/cancelled-with-the-turn.ts';
import permissionHasOptions from './permission/has-options.ts';
import permissionOptionIdsAreUnique from './permission/option-ids-are-unique.ts';
import permissionOptionWasOffered from './permission/option-was-offered.ts';
import planListIsComplete from './plan/list-is-complete.ts';
import acceptedMessageIsReported from './prompt/accepted-message-is-reported.ts';
import backgroundWorkWasAnnounced from './prompt/background-work-was-announced.ts';
import endsWithRequestsAnswered from './prompt/ends-with-requests-answered.ts';
import promptHasContent from './prompt/has-content.ts';
import oneTurnAtATime from './prompt/one-turn-at-a-time.ts';
import refusedMessageWasNotReported from './prompt/refused-message-was-not-reported.ts';
import updatesBelongToATurn from './prompt/updates-belong-to-a-turn.ts';
import workBeginsWithRunning from './prompt/work-begins-with-running.ts';
import workEndsWithIdle from './prompt/work-ends-with-idle.ts';
import envelopeMembersAreKnown from './schema/envelope-members-are-known.ts';
import membersAreKnown from './schema/members-are-known.ts';
import namesAreCurrent from './schema/names-are-current.ts';
import paramsMatch from './schema/params-match.ts';
import resultMatch from './schema/result-match.ts';
import valueIsNotDropped from './schema/value-is-not-dropped.ts';
import variantsAreKnown from './schema/variants-are-known.ts';
import closeEndsItsTurns from './session/close-ends-its-turns.ts';
import sessionIdIsUnique from './session/id-is-unique.ts';
import inactiveIsAnsweredAsNotFound from './session/inactive-is-answered-as-not-found.ts';
import sessionIsActive from './session/is-active.ts';
import sessionIsSilentOnceClosed from './session/is-silent-once-closed.ts';
import listCursorWasIssued from './session/list-cursor-was-issued.ts';
import listKeepsToItsFilter from './session/list-keeps-to-its-filter.ts';
import loadLeavesNoticesOut from './session/load-leaves-notices-out.ts';
import loadReplaysBeforeAnswering from './session/load-replays-before-answering.ts';
import loadReplaysHistory from './session/load-replays-history.ts';
import replayWasRequested from './session/replay-was-requested.ts';
import responseComesBeforeUpdates from './session/response-comes-before-updates.ts';
import resumeDoesNotReplay from './session/resume-does-not-replay.ts';
import resumeTellsTheState from './session/resume-tells-the-state.ts';
import updateNamesAnActiveSession from './session/update-names-an-active-session.ts';
import exitStatusStays from './terminal/exit-status-stays.ts';
import idIsUnique from './terminal/id-is-unique.ts';
import isReleased from './terminal/is-released.ts';
import notUsedAfterRelease from './terminal/not-used-after-release.ts';
import outputFitsTheLimit from './terminal/output-fits-the-limit.ts';
import staysInItsSession from './terminal/stays-in-its-session.ts';
import terminalIsKnown from './terminal/terminal-is-known.ts';
import truncationKeepsCharacters from './terminal/truncation-keeps-characters.ts';
import toolCallFinishedWithItsTurn from './tool-call/finished-with-its-turn.ts';
import toolCallIdIsUsedOnce from './tool-call/id-is-used-once.ts';
import toolCallIntroducedBeforeUpdated from './tool-call/introduced-before-updated.ts';
import toolCallReportedBeforePermission from './tool-call/reported-before-permission.ts';
import toolCallStatusGoesForward from './tool-call/status-goes-forward.ts';

/** Bump when a rule is added, removed or judges differently: recordings judged by an older set are judged again. */
export const RULE_SET = 6;

/** Every rule, in the order of reports. `npm run new-rule` adds new rules here. */
export const catalogue: readonly Rule[] = [
  // framing: the bytes of a line
  lineIsUtf8,
  surrogatesComeInPairs,
  lineHasNoBom,
  lineIsJson,
  messageIsOnOneLine,
  lineIsNotBlank,
  lineEndsWithLfOnly,
  lastLineIsTerminated,
  lineFitsReceivers,
  // jsonrpc: one message
  frameIsAnObject,
  frameIsNoBatch,
  versionIs20,
  envelopeIsWellFormed,
  memberNamesAreUnique,
  errorObjectIsWellFormed,
  errorCodeIsFreeOrDefined,
  responseHasAnId,
  requestIdIsNotNull,
  requestIdIsAnIntegerOrString,
  // jsonrpc: requests and their responses
  requestIdUniqueInFlight,
  responseAnswersARequest,
  responseComesOnce,
  responseKeepsTheIdType,
  requestIsAnswered,
  // jsonrpc: methods
  notificationHasNoId,
  requestHasAnId,
  methodGoesTheRightWay,
  methodIsInVersion,
  methodIsKnown,
  unknownMethodHasItsCode,
  // schema: params and results
  paramsMatch,
  resultMatch,
  valueIsNotDropped,
  membersAreKnown,
  variantsAreKnown,
  namesAreCurrent,
  envelopeMembersAreKnown,
  // meta: extensions of ACP
  traceparentIsValid,
  // initialize: the handshake
  initializeComesFirst,
  initializeAgentWaits,
  initializeHappensOnce,
  versionWasRequested,
  clientLeavesAnUnknownVersion,
  peersIntroduceThemselves,
  // capability: messages and content that need an offer of the receiver
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
  // session: ids, lists, load, resume and close
  sessionIsActive,
  inactiveIsAnsweredAsNotFound,
  updateNamesAnActiveSession,
  responseComesBeforeUpdates,
  sessionIdIsUnique,
  loadReplaysHistory,
  loadReplaysBeforeAnswering,
  loadLeavesNoticesOut,
  resumeDoesNotReplay,
  resumeTellsTheState,
  replayWasRequested,
  closeEndsItsTurns,
  sessionIsSilentOnceClosed,
  listCursorWasIssued,
  listKeepsToItsFilter,
  // path: absolute, and lines from 1
  workingDirectoryIsAbsolute,
  additionalDirectoriesAreAbsolute,
  fileIsAbsolute,
  terminalDirectoryIsAbsolute,
  listedDirectoryIsAbsolute,
  locationIsAbsolute,
  diffIsAbsolute,
  mcpCommandIsAbsolute,
  lineCountsFromOne,
  // terminal: commands that the client runs for the agent (version 1)
  terminalIsKnown,
  staysInItsSession,
  notUsedAfterRelease,
  isReleased,
  idIsUnique,
  outputFitsTheLimit,
  truncationKeepsCharacters,
  exitStatusStays,
  // fs: files that the agent reads and writes through the client (version 1)
  readKeepsToTheLimit,
  // mode: session modes (version 1)
  modeWasOffered,
  currentModeIsOffered,
  // config: configuration options of a session
  optionWasOffered,
  valueWasOffered,
  currentValueIsOffered,
  answerListsTheOptionSet,
  categoryIsKnown,
  modeAgreesWithItsOption,
  // prompt: turns, and the work of version 2
  promptHasContent,
  oneTurnAtATime,
  updatesBelongToATurn,
  endsWithRequestsAnswered,
  acceptedMessageIsReported,
  refusedMessageWasNotReported,
  workBeginsWithRunning,
  workEndsWithIdle,
  backgroundWorkWasAnnounced,
  // cancel: session/cancel and $/cancel_request
  somethingIsRunning,
  promptIsAnsweredWithoutError,
  turnEndsAsCancelled,
  workEndsAsCancelled,
  cancelledWasAskedFor,
  updatesEndWithTheTurn,
  requestToCancelWasSent,
  cancelledRequestIsAnswered,
  // permission: requests for permission to the person
  permissionHasOptions,
  permissionOptionIdsAreUnique,
  permissionOptionWasOffered,
  permissionCancelledWithTheTurn,
  // tool-call: reports about tools
  toolCallIntroducedBeforeUpdated,
  toolCallReportedBeforePermission,
  toolCallIdIsUsedOnce,
  toolCallStatusGoesForward,
  toolCallFinishedWithItsTurn,
  // plan: the agent's plan
  planListIsComplete,
  // elicitation: questions to the person
  hasOneScope,
  elicitationIdIsUnique,
  completeIsForAnOpenOne,
  contentFitsTheForm,
  urlIsSecure,
  formHasNoUrl,
  asksForNoSecret,
  // mcp: messages between the agent and MCP servers of the client
  mcpServerWasDeclared,
  mcpRequestIdIsUnique,
  mcpNotificationIsForAnActiveRequest,
  mcpConnectionIsOpen,
];
