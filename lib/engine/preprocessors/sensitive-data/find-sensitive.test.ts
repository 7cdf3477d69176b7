import { describe, expect, test } from 'vitest';
import { newApiKeySecret, newSessionToken } from '@/lib/server/auth/tokens';
import { findSensitive } from './find-sensitive';
import { sensitiveTypes } from './finding';

const found = (text: string) =>
  findSensitive(text).map(({ type, start, end }) => `${type} ${text.slice(start, end)}`);

describe('emails', () => {
  test.each([
    'ada+news@example.com',
    'ada.l@mail.sub.example.co.uk',
    'ADA@EXAMPLE.COM',
    'ada@bücher.example',
    'δοκιμή@παράδειγμα.δοκιμή',
    '用户@例子.广告',
    'ada@xn--bcher-kva.example',
    '"ada lovelace"@example.com',
    "o'neill@example.ie",
    'ada%40example.com',
    'a_b-c@example.museum',
    'ada@studio.example.so',
  ])('finds %s', (email) => {
    for (const text of [
      email,
      `<${email}>`,
      `mailto:${email}?subject=x`,
      `(${email}).`,
      `to=${email}, x`,
      `\\n${email}\\n`,
    ]) {
      expect(found(text), text).toEqual([`email ${email}`]);
    }
  });

  test.each([
    '@scope/package',
    'npm i @types/node@20.11.30',
    'pkg@1.2.3',
    'pkg@v2.0.0-beta.next',
    'user@',
    '@ada@mastodon.example',
    'git@github.com:org/repo',
    'git@github.com:org/repo.git',
    'ssh://git@github.com/org/repo',
    'https://ada@example.com/x',
    'ssh ada@example.com',
    'ssh -v -i key.pem -p 22 ada@example.com',
    'scp a.tar ada@example.com:b',
    'name@2x.png',
    'a @ b.c',
    '@Component({})',
    'root@localhost',
    'weights@x.transpose(0)',
    'a***@example.com',
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('finds addresses next to text that could be another name', () => {
  for (const text of [
    'https://x.example?e=ada@example.com',
    'https://x.example/u/ada@example.com/edit',
    'Set up ssh, then write to ada@example.com',
    'ada@example.com(Ada)',
    'ada@example.com:p/w7',
  ]) {
    expect(found(text)).toEqual(['email ada@example.com']);
  }
});

describe('phones', () => {
  test.each([
    ...[
      '+1 415 555 0134',
      '(415) 555-0134',
      '415-555-0134',
      '415.555.0134',
      '1-800-555-0199',
      '+14155550134',
    ],
    ...['020 7946 0958', '+44 20 7946 0958', '+44 (0)20 7946 0958', '07700 900123', '00442079460958'],
    ...[
      '030 1234567',
      '030/1234567',
      '0171-1234567',
      '(030) 1234567',
      '+49 30 1234567-12',
      '+49 (30) 1234567',
    ],
    ...[
      '06 12 34 56 78',
      '06.12.34.56.78',
      '+33 6 12 34 56 78',
      '612 345 678',
      '91 123 45 67',
      '+34 612345678',
    ],
    ...[
      '347 1234567',
      '06 1234 5678',
      '+39 06 1234567',
      '912 345 678',
      '+351 912 345 678',
      '(11) 98765-4321',
    ],
    ...['03-1234-5678', '090-1234-5678', '+81 3-1234-5678', '011 49 30 1234567'],
  ])('finds %s', (phone) => {
    for (const text of [
      phone,
      `tel:${phone}`,
      `Call ${phone}.`,
      `a,${phone},b`,
      `"phone":"${phone}"`,
      `[${phone}]`,
      `to=${phone}`,
    ]) {
      expect(found(text), text).toEqual([`phone ${phone}`]);
    }
    expect(found(`me (${phone})`)).toEqual([`phone ${phone}`]);
  });

  test.each([
    ...[
      '2024-05-14',
      '14.05.2024',
      '05/14/2024',
      '2024-05-14 10:11:12',
      '14.05.24',
      '10:11:12',
      '1715677967123',
    ],
    ...['1.2.3', '10.14.6.2', '192.168.100.24', '010.001.002.003', '2001:db8::1'],
    ...['order 2024-552-0091', '#4471-2290-118', '978-0-306-40615-7', '0-306-40615-2', '4006381333931'],
    ...[
      '123e4567-e89b-12d3-a456-426614174000',
      '51.5074, -0.1278',
      '1 249,00 €',
      '$1,249.00',
      '612 345 678 €',
    ],
    ...[
      '2019-2024',
      '1990 - 1995',
      '4155550134',
      '000-12-3456',
      '+20 %',
      '+1234',
      'UTC+0200',
      '1.5e+10',
      '0x1234567',
    ],
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('cards', () => {
  test.each([
    ...[
      '4111111111111111',
      '4111 1111 1111 1111',
      '4111-1111-1111-1111',
      '5555555555554444',
      '2223003122003222',
    ],
    ...['378282246310005', '3782 822463 10005', '30569309025904', '3056 930902 5904', '6011111111111117'],
    ...['3530111333300000', '6304000000000000', '4222222222222', '6212345678901232'],
  ])('finds %s', (card) => {
    for (const text of [card, `"${card}"`, `Card #${card}.`, `a,${card},123`, `${card} 123`]) {
      expect(found(text), text).toEqual([`card ${card}`]);
    }
  });

  test.each([
    '4111 1111 1111 1112',
    '9111111111111111',
    '0000000000000000',
    '4111111111111111.5',
    'a4111111111111111',
    '41111111111111111111',
    '4111-1111-1111-1111-1111',
    '4006381333931',
    '490154203237518',
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('IBANs', () => {
  test.each([
    'DE89 3704 0044 0532 0130 00',
    'DE89370400440532013000',
    'de89370400440532013000',
    'GB82 WEST 1234 5698 7654 32',
    'FR14-2004-1010-0505-0001-3M02-606',
    'NO93 8601 1117 947',
    'MT84MALT011000012345MTLCAST001S',
  ])('finds %s', (iban) => {
    for (const text of [iban, `IBAN: ${iban}.`, `"${iban}"`, `IBAN${iban}`, `a;${iban};b`, `${iban} EUR`]) {
      expect(found(text), text).toEqual([`iban ${iban}`]);
    }
  });

  test.each([
    'DE89 3704 0044 0532 0130 01',
    'XX89370400440532013000',
    'DE8937040044053201300',
    'DE89 **** 3000',
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

const HEX = '0f3a9c1e7b2d8465';
const MIXED = 'aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5xY7zB9';
const hex = (length: number) => HEX.repeat(6).slice(0, length);
const mixed = (length: number) => MIXED.repeat(3).slice(0, length);

describe('keys of providers', () => {
  test.each([
    ...[`sk-${mixed(48)}`, `sk-proj-${mixed(74)}T3BlbkFJ${mixed(74)}`, `sk-ant-api03-${mixed(93)}AA`],
    ...[
      `AIzaSy${mixed(33)}`,
      'AKIAQ3EGU7XY5KLP2WZD',
      'ASIAQ3EGU7XY5KLP2WZD',
      `ghp_${mixed(36)}`,
      `gho_${mixed(36)}`,
    ],
    ...[`ghs_${mixed(36)}`, `github_pat_${mixed(22)}_${mixed(59)}`, `glpat-${mixed(20)}`, `hf_${mixed(34)}`],
    ...[`xoxb-123456789012-1234567890123-${mixed(24)}`, `xapp-1-A0B1C2D3E4F-1234567890123-${hex(64)}`],
    ...[
      `https://hooks.slack.com/services/T01ABCDEF/B01ABCDEF/${mixed(24)}`,
      `sk_live_${mixed(24)}`,
      `rk_live_${mixed(24)}`,
    ],
    ...[
      `whsec_${mixed(32)}`,
      `SG.${mixed(22)}.${mixed(43)}`,
      `SK${hex(32)}`,
      `key-${hex(32)}`,
      `npm_${mixed(36)}`,
    ],
    ...[`pypi-AgEIcHlwaS5vcmc${mixed(60)}`, `dop_v1_${hex(64)}`, `shpat_${hex(32)}`, `sq0csp-${mixed(43)}`],
    ...[
      `EAAA${mixed(60)}`,
      `1234567890:AA${mixed(33)}`,
      `MT${mixed(22)}.G${mixed(5)}.${mixed(38)}`,
      `dapi${hex(32)}`,
    ],
    ...[
      `lin_api_${mixed(40)}`,
      `ntn_12345678901${mixed(35)}`,
      `secret_${mixed(43)}`,
      `PMAK-${hex(24)}-${hex(34)}`,
    ],
    ...[
      `glsa_${mixed(32)}_${hex(8)}`,
      `gsk_${mixed(52)}`,
      `r8_${mixed(37)}`,
      `pplx-${mixed(48)}`,
      `xai-${mixed(80)}`,
    ],
    ...[`hvs.${mixed(90)}`, `ATATT3${mixed(180)}`, `NRAK-${mixed(27).toUpperCase()}`, `dp.pt.${mixed(43)}`],
    ...[newApiKeySecret({ randomBytes }), newSessionToken({ randomBytes })],
  ])('finds %s', (key) => {
    for (const text of [
      key,
      `"${key}"`,
      `key: ${key}\n`,
      `a=${key}&b=c`,
      `Use ${key}, please`,
      `\\n${key}\\n`,
    ]) {
      expect(found(text), text).toEqual([`token ${key}`]);
    }
  });

  test.each([
    ...[
      `pk_live_${mixed(24)}`,
      `pk_test_${mixed(24)}`,
      hex(40),
      hex(64),
      `sha256:${hex(64)}`,
      `sha512-${mixed(86)}==`,
    ],
    ...['123e4567-e89b-12d3-a456-426614174000', `data:image/png;base64,${mixed(72)}`, `AC${hex(32)}`],
    ...[
      'sk-learn-pipelines-with-many-words',
      'task-management-for-distributed-teams-2024',
      'ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx',
    ],
    ...[
      'npm_config_registry_and_more_words_in_it',
      'xai-explainable-ai-is-a-field-of-research-2024',
      'secret_manager_secret_version',
    ],
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('credentials', () => {
  test.each([
    [`Authorization: Bearer ${mixed(40)}`, mixed(40)],
    ['Authorization: Basic ZGVwbG95OmhVNy1razJ4OQ==', 'ZGVwbG95OmhVNy1razJ4OQ=='],
    ['postgres://user:pass@host/db', 'pass'],
    ['redis://:hU7kk2x9@host:6379', 'hU7kk2x9'],
    ['https://user:p%40ss@example.com/x', 'p%40ss'],
    ['eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P', undefined],
    [
      '-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1rZXktdjEAAAAA\n-----END OPENSSH PRIVATE KEY-----',
      undefined,
    ],
    [
      '-----BEGIN PGP PRIVATE KEY BLOCK-----\n\nlQOYBGPxyz0123456789\n=ab1c\n-----END PGP PRIVATE KEY BLOCK-----',
      undefined,
    ],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx0123456789', undefined],
  ])('finds them in %s', (text, secret = text) => {
    expect(found(text)).toEqual([`token ${secret}`]);
  });

  test('ends an unfinished key where its lines end', () => {
    const key = '-----BEGIN RSA PRIVATE KEY-----\nMIIEowIBAAKCAQEAx0123456789\nabcdefghijklmnop0123';
    expect(found(`${key}\nThat was all.`)).toEqual([`token ${key}`]);
    expect(found(`${key}\n\nThat was all.`)).toEqual([`token ${key}`]);
  });

  test.each([
    ...[
      'Bearer authentication is required',
      `Bearer \${token}`,
      'Basic authentication',
      `postgres://user:\${PASS}@host`,
    ],
    ...[
      'http://example.com:8080/a@b',
      '-----BEGIN CERTIFICATE-----\nMIIEowIBAAKCAQEAx0123456789\n-----END CERTIFICATE-----',
    ],
    ...['starts with -----BEGIN PRIVATE KEY----- and ends with -----END PRIVATE KEY-----'],
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe('assigned secrets', () => {
  test.each([
    ...[
      'DB_PASSWORD=§',
      'export API_TOKEN="§"',
      '{"api_key": "§"}',
      "apiKey: '§',",
      'client-secret: §',
      'dbPassword = "§";',
    ],
    ...[
      '<password>§</password>',
      'login ada password §',
      "IDENTIFIED BY '§'",
      "define('DB_PASSWORD', '§');",
      'the pw is § now',
      'mot de passe est « § »',
      '--password §',
      '"name": "SECRET_KEY", "value": "§"',
      'x-api-key: §',
      '?token=§&x=1',
    ],
    ...[
      'the password is §.',
      'Passwort: §',
      'mot de passe : §',
      'contraseña: §',
      'senha: §',
      "'secret' => '§'",
      '| API_KEY | § |',
    ],
  ])('finds the value in %s', (form) => {
    const secret = 'hU7-kk2x9QzW4';
    expect(found(form.replace('§', secret))).toEqual([`token ${secret}`]);
  });

  test.each([
    ...[
      'password = getPassword()',
      'password = config.password',
      '$password = $env:ADMIN_PASSWORD',
      'private_key: fromBase64(processEnv.SHEET_KEY)',
      'password: string;',
      'token?: string | null',
      `PASSWORD=\${DB_PASS}`,
    ],
    ...[
      'api_key: "<your key>"',
      'password=changeme',
      'token = "xxxxxxxxxxxxxxxx"',
      '"password": "Passwort"',
      'password: "Contraseña"',
    ],
    ...[
      'secret: process.env.SECRET',
      'max_tokens: 4096',
      'token_type: "bearer"',
      'password_hash: "$2b$12$abcdefghijklmnopqrstuv"',
    ],
    ...[
      'PASSWORD_MIN_LENGTH=12',
      'api_key=YOUR_API_KEY_2',
      'password: ********',
      'secretName: tls-wildcard-2025',
      'publicKey: "aB3dE5fG7hJ9kL1m"',
    ],
    ...[
      'if (password == null)',
      'tokens: [1, 2, 3]',
      'password: {{ .Values.password }}',
      'token: [TOKEN_1]',
      'cacheKey = "user-4411-v2"',
    ],
  ])('leaves %s', (text) => {
    expect(found(text)).toEqual([]);
  });
});

test('hides long keys to their end', () => {
  const encoded = Buffer.from(`-----BEGIN RSA PRIVATE KEY-----\n${mixed(200)}`).toString('base64');
  const long = mixed(200).repeat(20);
  expect(found(`client-key-data: ${encoded}\n`)).toEqual([`token ${encoded}`]);
  expect(found(`token: ${long}\n`)).toEqual([`token ${long}`]);
  expect(found(`token: "${long}"\n`)).toEqual([`token ${long}`]);
});

test('returns findings by place, each part of the text at most once, and only of the types asked for', () => {
  const text =
    'token=aB3dE5fG7hJ9kL1m ada@example.com +49 30 1234567 4111111111111111 DE89370400440532013000';
  const findings = findSensitive(text);
  expect(findings.map(({ type }) => type)).toEqual(['token', 'email', 'phone', 'card', 'iban']);
  for (const type of sensitiveTypes) {
    expect(findSensitive(text, [type])).toEqual(findings.filter((finding) => finding.type === type));
  }
  expect(findSensitive(text, [])).toEqual([]);
});

function randomBytes(size: number): Buffer {
  return Buffer.from(Array.from({ length: size }, (_, index) => (index * 89 + 47) % 256));
}
