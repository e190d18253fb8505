import type { Rule } from './rule.ts';
import lastLineIsTerminated from './framing/last-line-is-terminated.ts';
import lineEndsWithLfOnly from './framing/line-ends-with-lf-only.ts';
import lineFitsReceivers from './framing/line-fits-receivers.ts';
import lineHasNoBom from './framing/line-has-no-bom.ts';
import lineIsJson from './framing/line-is-json.ts';
import lineIsNotBlank from './framing/line-is-not-blank.ts';
import lineIsUtf8 from './framing/line-is-utf8.ts';
import messageIsOnOneLine from './framing/message-is-on-one-line.ts';
import surrogatesComeInPairs from './framing/surrogates-come-in-pairs.ts';
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
import metaIsAnObject from './meta/meta-is-an-object.ts';
import traceparentIsValid from './meta/traceparent-is-valid.ts';
import envelopeMembersAreKnown from './schema/envelope-members-are-known.ts';
import membersAreKnown from './schema/members-are-known.ts';
import namesAreCurrent from './schema/names-are-current.ts';
import paramsMatch from './schema/params-match.ts';
import resultMatch from './schema/result-match.ts';
import valueIsNotDropped from './schema/value-is-not-dropped.ts';
import variantsAreKnown from './schema/variants-are-known.ts';

/** Bump when a rule is added, removed or judges differently: recordings judged by an older set are judged again. */
export const RULE_SET = 2;

/** Every rule, in the order in which reports list them. */
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
  // schema: what params and results hold
  paramsMatch,
  resultMatch,
  valueIsNotDropped,
  membersAreKnown,
  variantsAreKnown,
  namesAreCurrent,
  envelopeMembersAreKnown,
  // meta: what extends ACP
  metaIsAnObject,
  traceparentIsValid,
];
