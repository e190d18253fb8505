import official from '@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json' with { type: 'json' };
import { Ajv } from 'ajv';

/**
 * The official schema is a draft-04, whose `id` and `$schema` Ajv refuses. Later drafts changed no other keyword in it.
 * It was published with this name and then as the standard's: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
 */
const { id: _id, $schema: _draft, ...schema } = official;

/** The parts of a log that tests look at. */
export interface SarifLog {
  readonly version: string;
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly SarifResult[];
  }[];
}

interface SarifResult {
  readonly ruleId: string;
  readonly level: string;
  readonly partialFingerprints: { readonly primaryLocationLineHash: string };
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number };
    };
  }[];
  readonly relatedLocations?: readonly object[];
}

const isReference = (text: string) => /^[\w/.~%!$&'()*+,;=:@#?[\]-]*$/.test(text) && URL.canParse(text, 'file:///');

const validate = new Ajv({
  allErrors: true,
  unicodeRegExp: false, // one of its patterns is invalid with the u flag
  formats: {
    uri: (text: string) => isReference(text) && URL.canParse(text),
    'uri-reference': isReference,
    'date-time': true, // acptap writes no dates
  },
}).compile(schema);

/** Violations of the standard in a log, one line each. */
export function sarifViolations(log: unknown): readonly string[] {
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message: words }) => `${instancePath} ${words}`);
}
