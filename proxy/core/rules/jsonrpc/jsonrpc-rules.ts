import type { Rule } from '../engine/rule.ts';
import envelopeIsWellFormed from './envelope-is-well-formed.ts';
import errorCodeIsFreeOrDefined from './error-code-is-free-or-defined.ts';
import errorObjectIsWellFormed from './error-object-is-well-formed.ts';
import frameIsAnObject from './frame-is-an-object.ts';
import frameIsNoBatch from './frame-is-no-batch.ts';
import memberNamesAreUnique from './member-names-are-unique.ts';
import methodGoesTheRightWay from './method-goes-the-right-way.ts';
import methodIsInVersion from './method-is-in-version.ts';
import methodIsKnown from './method-is-known.ts';
import notificationHasNoId from './notification-has-no-id.ts';
import requestHasAnId from './request-has-an-id.ts';
import requestIdIsAnIntegerOrString from './request-id-is-an-integer-or-string.ts';
import requestIdIsNotNull from './request-id-is-not-null.ts';
import requestIdUniqueInFlight from './request-id-unique-in-flight.ts';
import requestIsAnswered from './request-is-answered.ts';
import responseAnswersARequest from './response-answers-a-request.ts';
import responseComesOnce from './response-comes-once.ts';
import responseHasAnId from './response-has-an-id.ts';
import responseKeepsTheIdType from './response-keeps-the-id-type.ts';
import unknownMethodHasItsCode from './unknown-method-has-its-code.ts';
import versionIs20 from './version-is-2-0.ts';

/** One message; requests and their responses; methods. */
export const jsonrpcRules: readonly Rule[] = [
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
  requestIdUniqueInFlight,
  responseAnswersARequest,
  responseComesOnce,
  responseKeepsTheIdType,
  requestIsAnswered,
  notificationHasNoId,
  requestHasAnId,
  methodGoesTheRightWay,
  methodIsInVersion,
  methodIsKnown,
  unknownMethodHasItsCode,
];
