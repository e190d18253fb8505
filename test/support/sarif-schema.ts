import { Ajv } from 'ajv';

/**
 * What SARIF 2.1.0 demands of the parts that acptap writes. The official schema is in no small, well-kept package of npm (and is a draft-04 of
 * 136 KB), so this says the same of these parts: which members there are, which must be there, their types and enumerations, and
 * that arrays have no item twice where the standard says so. Source: https://docs.oasis-open.org/sarif/sarif/v2.1.0/
 */
const closed = (properties: Record<string, object>, ...required: readonly string[]) => ({
  type: 'object',
  additionalProperties: false,
  properties,
  required,
});

const text = { type: 'string', minLength: 1 };
const level = { enum: ['none', 'note', 'warning', 'error'] };
const uri = { type: 'string', pattern: String.raw`^(?:[a-z]+:)?[\w/.~%!$&'()*+,;=:@#?-]+$` };
const message = closed({ text }, 'text');
const each = (items: object, more: object = {}) => ({ type: 'array', items, ...more });

const region = closed({ startLine: { type: 'integer', minimum: 1 } }, 'startLine');
const physicalLocation = closed({ artifactLocation: closed({ uri }, 'uri'), region }, 'artifactLocation');
const logicalLocation = closed({ fullyQualifiedName: text, kind: text });
const location = closed({ physicalLocation, logicalLocations: each(logicalLocation, { uniqueItems: true }) });

const rule = closed(
  {
    id: text,
    shortDescription: message,
    help: message,
    helpUri: { ...uri, pattern: '^https://' },
    defaultConfiguration: closed({ level }),
  },
  'id',
);

const result = closed(
  {
    ruleId: text,
    level,
    message,
    locations: each(location),
    relatedLocations: each(location, { uniqueItems: true }),
  },
  'message',
);

const driver = closed({ name: text, version: text, rules: each(rule, { uniqueItems: true }) }, 'name');

const schema = closed(
  {
    $schema: uri,
    version: { const: '2.1.0' },
    runs: each(
      closed(
        {
          tool: closed({ driver }, 'driver'),
          columnKind: { enum: ['utf16CodeUnits', 'unicodeCodePoints'] },
          results: each(result),
        },
        'tool',
      ),
    ),
  },
  'version',
  'runs',
);

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
  readonly locations: readonly {
    readonly physicalLocation: {
      readonly artifactLocation: { readonly uri: string };
      readonly region: { readonly startLine: number };
    };
  }[];
  readonly relatedLocations?: readonly object[];
}

const validate = new Ajv({ allErrors: true }).compile(schema);

/** What of the log breaks the standard, place by place. */
export function sarifViolations(log: unknown): readonly string[] {
  validate(log);
  return (validate.errors ?? []).map(({ instancePath, message: words }) => `${instancePath} ${words}`);
}
