import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { emailTemplates } from '@/lib/config/email-templates';
import { storeEmail } from '@/lib/server/email/stored-emails';
import { openTestServer, type TestServer } from '@/testing/test-server';
import { emailOptions } from './email-options';
import { writeEmails } from './write-emails';

let server: TestServer;
beforeEach(async () => {
  server = await openTestServer();
});
afterEach(() => server.close());

/** Stores a contact message past its checks. */
function receive(day: string, user_name: string, message = 'Hello there') {
  server.setNow(new Date(`${day}T08:30:00Z`));
  const params = { user_name, user_email: 'somebody@example.test', message, to_name: 'Support Team' };
  return storeEmail(server.context, { kind: 'CONTACT', templateId: emailTemplates.CONTACT, params });
}

async function emails(...args: string[]) {
  let printed = '';
  for await (const piece of writeEmails(server.context.db.prisma, emailOptions(args, '/'))) printed += piece;
  return printed;
}

test('json holds what a search finds in any field, whatever its case, in any script', async () => {
  await receive('2026-06-02', 'Jürgen Groß');
  await receive('2026-06-01', 'Jurgen Gros');
  expect(JSON.parse(await emails('--format', 'json', '--search', 'JU\u0308RGEN GROSS'))).toEqual([
    {
      id: expect.stringMatching(/^eml_/),
      kind: 'contact',
      received: '2026-06-02T08:30:00.000Z',
      user_name: 'Jürgen Groß',
      user_email: 'somebody@example.test',
      message: 'Hello there',
      to_name: 'Support Team',
    },
  ]);
  expect(JSON.parse(await emails('--format', 'json', '--search', 'HELLO'))).toHaveLength(2);
});

test('--since takes whole days in UTC and --limit the newest', async () => {
  for (const day of ['2026-06-01', '2026-06-02', '2026-06-03']) await receive(day, day);
  const printed = await emails('contact', '--since', '2026-06-02', '--limit', '1');
  expect(printed.match(/user_name .*/g)).toEqual(['user_name   2026-06-03']);
  expect(printed).toContain('Contact messages: 2\n');
  expect(printed).toContain('1 of 2 shown.');
});

test('a search that finds nothing says of how many', async () => {
  await receive('2026-06-01', 'Ada');
  expect(await emails('contact', '--search', 'Grace')).toContain('0 of 1 shown.');
});

test.each(['table', 'csv', 'json'])('%s never prints a control character that was stored', async (format) => {
  await receive('2026-06-01', 'A\u001b[2J\u009b1m\u007f', 'over\rwritten \u202egnp.exe');
  const printed = await emails('contact', '--format', format);
  expect(printed).toContain('\\u001b[2J\\u009b1m\\u007f');
  expect(printed).toMatch(/over\\(u000d|r)written \\u202egnp\.exe/);
  expect(printed).not.toMatch(/[^\P{Cc}\n]|\u202e/u);
});

test.each(['table', 'csv', 'json'])('%s shows what would take no room or break a line', async (format) => {
  await receive('2026-06-01', 'A\u200bd\u061ca', 'one\u2028two\u{e0041}');
  const printed = await emails('contact', '--format', format);
  expect(printed).toContain('A\\u200bd\\u061ca');
  expect(printed).toContain('one\\u2028two\\udb40\\udc41');
});

test('csv disarms what a spreadsheet would run, whatever sign it begins with', async () => {
  for (const [index, sign] of ['=', '+', '-', '@'].entries())
    await receive(`2026-06-0${index + 1}`, `${sign}SUM(A1)`);
  const printed = await emails('contact', '--format', 'csv');
  expect(printed.match(/'?[=+@-]SUM/g)).toEqual(["'@SUM", "'-SUM", "'+SUM", "'=SUM"]);
});

describe('no emails', () => {
  test('says so, and how messages arrive', async () => {
    const printed = await emails();
    expect(printed).toContain('Nothing yet. A request arrives here when a visitor joins the waitlist');
    expect(printed).toContain(
      'Nothing yet. A message arrives here when a visitor sends the form at /contact.',
    );
  });

  test('is valid csv and json', async () => {
    expect(await emails('--format', 'json')).toBe('[]\n');
    expect(await emails('waitlist', '--format', 'csv')).toBe(
      'id,received,user_name,user_email,company,use_case,plan\n',
    );
  });

  test('if EmailJS is configured, says that new messages go there', async () => {
    const names = ['PUBLIC_KEY', 'SERVICE_ID', 'WAITLIST_TEMPLATE', 'CONTACT_TEMPLATE'];
    for (const name of names) vi.stubEnv(`EMAILJS_${name}`, 'x');
    vi.resetModules();
    try {
      const { writeEmails: configured } = await import('./write-emails');
      const pieces: string[] = [];
      const options = emailOptions(['contact'], '/');
      for await (const piece of configured(server.context.db.prisma, options)) pieces.push(piece);
      expect(pieces.join('')).toContain('what is sent now goes to EmailJS, not here.');
    } finally {
      vi.unstubAllEnvs();
      vi.resetModules();
    }
  });
});
