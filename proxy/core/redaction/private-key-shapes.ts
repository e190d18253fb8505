import type { SecretShape } from './secret-shape.ts';

/** The beginning of a line that a program quotes, comments, numbers, or makes a string of. */
const MARKS = String.raw`[ \t]*(?:(?:\d+(?=[ \t:|→])[:→]?|[>#*|+-]|//)[ \t]*){0,4}["'\x60]?`;

/** From one line to the next. */
const BREAK = String.raw`(?:\\[rn]){0,2}["'\x60]?[ \t]*(?:[,;.+|][ \t]*)?(?:\r?\n|\\[rn])${MARKS}`;

/** A line of a key in base64. */
const LINE = String.raw`[\w+/=]{8,}`;
const WHOLE_LINE = String.raw`(?<=(?:^|[\r\n"'\x60]|\\[rn])${MARKS})${LINE}`;

/** The text between the first line of a PEM file and its body: nothing, or headers. */
const HEADERS = String.raw`(?:${BREAK}(?:[\w-]{1,32}: [^\r\n\\]{1,128})?){0,4}`;

/** The first bytes of private keys in DER (RSA, PKCS #8, EC, Ed25519) and of OpenSSH's, in base64. */
const KEY_BYTES = String.raw`(?:MII[A-Za-z0-9+/]{2}[AQgw]IBA[AD]|MIG[A-Za-z0-9+/]AgEAM|MHcCAQEEI|MC4CAQAwBQYDK2Vw|b3BlbnNzaC1rZXktdjE)`;

const NAME = String.raw`[A-Z ]*PRIVATE KEY(?: BLOCK)?-----`;

/** Base64 has long words, or words with digits. Code and prose about keys have neither between the two lines. */
const isBody = (body: string): boolean => /[\w+/]{24}|(?=[A-Za-z+/]{0,64}\d)[\w+/]{8}/.test(body);

const shape = (needs: readonly string[], example: string, pattern: string): SecretShape => ({
  rule: 'private key',
  needs,
  example,
  pattern: new RegExp(pattern, 'dg'),
  accepts: isBody,
});

/** Private keys, also without their first or last lines. */
export const PRIVATE_KEY_SHAPES: readonly SecretShape[] = [
  shape(
    ['private key'],
    '«-----BEGIN RSA PRIVATE KEY-----\n⟦s64⟧\n-----END RSA PRIVATE KEY-----»',
    String.raw`-----BEGIN ${NAME}(?:[^]{0,20000}?-----END ${NAME}|${HEADERS}(?:${BREAK}${LINE})+)`,
  ),
  shape(
    ['private key'],
    '«⟦s64⟧\n⟦s64⟧»\n-----END PRIVATE KEY-----',
    String.raw`(?<=(?<secret>(?:${WHOLE_LINE}${BREAK})*[\w+/=]{2,})(?:${BREAK}|[ ]+))-----END ${NAME}`,
  ),
  shape(
    ['mii', 'mig', 'mhccaqeei', 'mc4caqawbqydk2vw', 'b3blbnnzac1'],
    '«MIIEAQIBAA⟦s54⟧»',
    String.raw`(?<![\w/]|\w\+)${KEY_BYTES}[\w+/=]{16,}(?:${BREAK}${LINE})*`,
  ),
  shape(
    ['private-lines'],
    'Private-Lines: 1«\n⟦s64⟧»',
    String.raw`\bPrivate-Lines: \d+(?<secret>(?:${BREAK}[\w+/=]+(?![\w+/=-]))+)`,
  ),
  shape(
    ['ls0tls1crudjti'],
    '«LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0t⟦s64⟧»',
    String.raw`\bLS0tLS1CRUdJTi[\w+/]{0,40}?(?:UFJJVkFURSBLRV|BSSVZBVEUgS0VZ|QUklWQVRFIEtFW)[\w+/]*={0,2}`, // in base64
  ),
];
