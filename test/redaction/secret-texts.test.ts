import { describe, expect, test } from 'vitest';
import { redactedParams } from './redact-entries.ts';

/** A text in a message. */
const maskedText = (text: string): string => (redactedParams({ text }) as { text: string }).text;

/** With the secret between the marks masked, and nothing else. */
const expected = (marked: string): string => {
  let count = 0;
  return marked.replaceAll(/«[^»]*»/g, () => `[redacted-${(count += 1)}]`);
};
const plain = (marked: string): string => marked.replaceAll(/[«»]/g, '');

describe('a secret in a text is masked in its place, even a plain or short word:', () => {
  test.each([
    'DB_PASSWORD=«letmein» API_TOKEN=«swordfish» MY_KEY=«a1b2c» login --password=«opensesame»; Bearer «abcdefghij»',
    'DB_PASSWORD="«x»"',
    "API_KEY='«x y»'",
    'DB_PASS=«hunter»',
    'PASSWORD=«x»\nTOKEN=«y»',
    'export SECRET=«a&b;c»\ncd /work',
    'PGPASSWORD=«pg» psql; TOKEN=«x1»&& run',
    'API_TOKEN = «x»',
    'X_SECRET_KEY: «x»',
    'password: «letmein»\nuser: bob',
    'my password: «hunter2», please use it',
    'aws_secret_access_key = «wJalrXUtnFEMI/K7MDENG»',
    'client_secret=«x»&grant_type=password',
    'https://h.test/?access_token=«abc»&page=1',
    'https://h.test/?sv=1&sig=«abc%2B»',
    '12:00:01 login user=bob token=«abc», host=web',
    '{"token":"«x»","user":"bob"}',
    'body: {\\"token\\":\\"«x»\\"} sent',
    "{'password': '«it is \\'me\\'»'}",
    "'password' => '«x»'",
    'curl -H "x-api-key: «letmein»" https://h.test',
    'curl -H "Authorization: Bearer «abc»" https://h.test',
    'curl -H "Cookie: «sid=abc; theme=dark»" https://h.test',
    'Authorization: Basic «dXNlcjpwdw==»',
    'curl -s -u bob:«x» https://h.test',
    'mysql -u root -p«x» shop',
    'docker login -u bob -p «x» registry.test',
    'agent --token «letmein» --verbose',
    'agent --api-key «abc12»',
    'otp: «123456»',
    'password=«1234»',
    'postgres://bob:«x»@db.test/shop',
    'psql "postgres://bob:«p@ss»@db.test/shop"',
    'https://«ghtoken1234»:«x-oauth-basic»@github.com/a/b',
    'https://«ghtoken1234»@github.com/a/b',
    '+STRIPE_SECRET_KEY: «whsec»',
    'foo(password="«x»")',
    'DB_PASS: «hunter»\nDBPASS=«x» GH_PAT=«abcdef» pass=«y»',
    'user: alice, pass: «xK9vvv2»',
    'password1 = "«a»"; token_value = "«b»"; tokenV2: "«c»"',
    'secret_key_base: «0a1b2c3d4e»',
    'const apiKey = process.env.KEY || "«swordfish»";',
    'const apiKey = process.env["API_KEY"] ?? "«swordfish»";',
    'secret = «472fdn3k49dk3»',
    '<password>«swordfish»</password>',
    '- name: DB_PASSWORD\n  value: «swordfish»\n- name: MODE\n  value: fast',
    "CREATE USER bob IDENTIFIED BY '«x»'",
    "ALTER ROLE bob PASSWORD '«x»';",
    'AccountName=x;AccountKey=«Eby8vdM02xNOcqFlqUwJPLlmEtlCDXJ1==»;',
    'sshpass -p «swordfish» ssh host',
    'machine git.test\n  login bob\n  password «swordfish»',
  ])('%s', (marked) => {
    expect(maskedText(plain(marked))).toBe(expected(marked));
  });
});

describe('a secret is masked by its shape:', () => {
  test.each([
    '«SG.ngeVfQFYQlKU0ufo8x5d1A.TwL2iGABf9DHoTf-09kqeF8tAmbihYzrnopKc»',
    'vault login «hvs.CAESIJabcdefgh12345»',
    '«GOCSPX-Zbcdefg12345Zbcdefg12345Zx»',
    '«pypi-AgEIcHlwaS5vcmcCJDY1»',
    '«ya29.a0AfH6SMBx-abcdefghijklmnop»',
    '«AGE-SECRET-KEY-1QQQQQQQQQQQQQQQQQQQQQQ»',
    'https://hooks.slack.com/services/«T00000000/B00000000/XXXXXXXXXXXXXXXXXXXXXXXX»',
    'https://discord.com/api/webhooks/1234567890/«AbCdEfGhIjKlMnOpQrStUvWx-12»',
    'bot «123456789:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw» works',
    '«xai-abcdefghijklmnopqrstuvwxyz0123456789»',
    '«gsk_abcdefghijklmnopqrstuvwxyz012345»',
    '«-----BEGIN PGP PRIVATE KEY BLOCK-----\nlQPGBF0000\n-----END PGP PRIVATE KEY BLOCK-----»',
    'cut off: «-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEA\nAAAABG5vbmU»',
  ])('%s', (marked) => {
    expect(maskedText(plain(marked))).toBe(expected(marked));
  });
});

describe('a secret in a sentence is masked:', () => {
  test.each([
    'the password is «hunter2!x»',
    'The password for the staging db is «hunter2».',
    'the password is «letmein», please keep it',
    'Password is: «swordfish»',
    'the password is `«letmein»` and the user "bob"',
    'the wifi password is “«correct horse»”',
    'the passphrase is «correct horse battery staple»',
    'The PIN is «4711».',
    'my token is «abc123def456»',
    'my token: «abc»',
    'api key = «zk3v9q8w7e»',
    'the api key is «zk3v9q8w7e», use it',
    'My OpenAI key is «abcdef0123456789»',
    'my pinecone key: «4b95e293-bfe6-8da6-e903-a6152b6655b5»',
    'The token is «v9ikXGaJfQ2pCM4MCSmX».',
    '«V7qGevgAZ37S» is my new root password',
    'here is my key: «9f8e7d6c5b4a»',
    'Your new API key is:\n\n```\n«zk3v9q8w7e1»\n```',
    '- **Password:** «hunter2!»',
    'use password «hunter2» to log in',
    'username bob password «hunter2»',
    'set the password for bob to «hunter2»',
    'credentials: admin / «s3cret!»',
  ])('%s', (marked) => {
    expect(maskedText(plain(marked))).toBe(expected(marked));
  });
});

describe('a text about secrets without a secret stays:', () => {
  test.each([
    'the password is wrong. The token is expired, and the key is required.',
    'the password is hashed with bcrypt, in base64, with SHA256',
    'your password is too short, it must be at least 12 characters long',
    'The password will be sent. A password is not enough. What the password is, nobody knows.',
    'the password is case-sensitive; the PIN is 4 digits',
    'the token is a JWT, the access token is RS256, and the next token is "if"',
    'the token is `identifier`, the session token is 128-bit, from 2026-11-22',
    'the token is process.env.TOKEN, the api key is OPENAI_API_KEY, the password is in .env.local',
    'the primary key is user_id2, my cache key is user123abc, the key is user:1',
    'the secret is to keep going; the secret ingredient is love',
    'use the password manager; change the password field to type text; set password to null',
    'password - string, required; token -> string; Password: the one you chose',
    'login: 12:30 / 13:30',
    '> 1 auth/login {"methodId":"key"}',
    'scrypt(password: BinaryLike,\n salt: BinaryLike)',
    'return { password: userPass[2] };',
  ])('%s', (text) => {
    expect(maskedText(text)).toBe(text);
  });
});

describe('prose and code stay:', () => {
  test.each([
    'token = tokenizer.next()',
    'const token = nextToken;',
    'let token = await read(secret);',
    'const password = req.body.password;',
    'client = Client(token=self.token, password=get_password(), secret=secret)',
    'login(user, password=password)',
    'interface Login { token: string; password?: string | null }',
    'struct Login { token: String, secret: Vec<u8>, key: u64 }',
    'class Login:\n    token: str\n    secret: SecretStr = None',
    'secret: process.env.SECRET,',
    'API_KEY = os.environ["API_KEY"]',
    'TOKEN=$TOKEN KEY=${KEY} PASSWORD=$(cat file) SECRET=<your secret>',
    'headers: { Authorization: `Bearer ${token}` }',
    'if (token === other) return tokens[index + 1];',
    'tokens.map((token) => token.id)',
    'tokens: 1,234 in, maxTokens: 4096, output_tokens=12, max_token = 100',
    'The token: what the server gives you. Your password: at least eight characters.',
    'SyntaxError: Unexpected token: identifier',
    'uses Bearer authentication or Basic functionality',
    'pass the --token option, or --api-key to name the key',
    'cache key: settings, monkey: banana, author: bob',
    'ssh://git@github.com/a/b',
    'docker run -u app:app -p 8080:80 image',
    'mkdir -p /work/app; claude -p hello',
    'password: "Password"',
    'token::Kind, secret::sealed',
    'the `Cookie:` header. If that `header` is set, the `Set-Cookie:` header',
    "for 'Authorization: ' + scheme, not 'Bearer'",
    '"cookie": "^2.0.0", "otp": "~1.2", "token": "1.4.0-beta.1"',
    'mongodb://${string}:${string}@${string}:${number}, https://{user}:{password}@host',
    'mongodb://username:password@host:1234/, https://user:<pass>@host',
    'https://example.com?key=value',
    'http://localhost:3000?to=a@b.test',
    'tests pass: 12, fail: 0; COMPASS=north BYPASS=1; key pins: 4',
    'text.includes("-----BEGIN PRIVATE KEY-----")',
    'const apiKey = process.env.KEY || "";',
    '<token>{value}</token><password></password>',
  ])('%s', (text) => {
    expect(maskedText(text)).toBe(text);
  });
});

test('a word followed by a full stop is a plain word, and is not searched elsewhere', () => {
  const text = 'password: "header." and a header.';
  expect(maskedText(text)).toBe('password: "[redacted-1]" and a header.');
});

test('the password of a URL is masked at every repetition, with and without the encoding of the URL', () => {
  const text = 'postgres://bob:p%40ssw0rd@db.test/shop: p%40ssw0rd and p@ssw0rd';
  expect(maskedText(text)).toBe('postgres://bob:[redacted-1]@db.test/shop: [redacted-1] and [redacted-1]');
});
