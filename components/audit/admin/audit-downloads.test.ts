import { expect, test } from 'vitest';
import { auditFileHead, auditFileLines, auditFileName } from './audit-downloads';

const event = {
  id: 'aud_1',
  user_id: null,
  user_name: '=HYPERLINK("x")',
  account_id: 'acc_1',
  action: 'user.update',
  entity_name: 'a\r\n=1+1',
  metadata: { entity_id: 'usr_1', changes: { first_name: { from: null, to: 'Ada "A"' } } },
  created_at: '1793952720000',
};

test('CSV has a header and a line per event: ISO times, JSON metadata, empty for missing values', async () => {
  expect(await auditFileHead('csv')).toBe(
    'id,created_at,user_id,user_name,account_id,action,entity_name,metadata\r\n',
  );
  const plain = { ...event, user_name: null, entity_name: 'Bob' };
  expect(await auditFileLines('csv', [plain, plain])).toBe(
    'aud_1,2026-11-06T08:12:00.000Z,,,acc_1,user.update,Bob,"{""entity_id"":""usr_1"",""changes"":{""first_name"":{""from"":null,""to"":""Ada \\""A\\""""}}}"\r\n'.repeat(
      2,
    ),
  );
});

test('nothing in CSV is a formula or begins a row of its own', async () => {
  const line = await auditFileLines('csv', [event]);
  expect(line).toContain(`,"'=HYPERLINK(""x"")",`);
  expect(line).toContain('"a\r\n=1+1"');
});

test('JSON Lines has an object a line, with the same names', async () => {
  expect(await auditFileHead('jsonl')).toBe('');
  const lines = await auditFileLines('jsonl', [event, event]);
  expect(lines.endsWith('}\n')).toBe(true);
  const [first, second, ...rest] = lines.trimEnd().split('\n');
  expect([JSON.parse(first ?? ''), second, rest]).toEqual([
    { ...event, created_at: '2026-11-06T08:12:00.000Z' },
    first,
    [],
  ]);
});

test('metadata of which the page shows four lines is whole in both files', async () => {
  const metadata = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`field_${index}`, index]));
  const [csv, jsonl] = [
    await auditFileLines('csv', [{ ...event, metadata }]),
    await auditFileLines('jsonl', [{ ...event, metadata }]),
  ];
  expect(csv).toContain(JSON.stringify(metadata).replaceAll('"', '""'));
  expect(JSON.parse(jsonl).metadata).toEqual(metadata);
});

test('a file is named after its filters', () => {
  const none = { userId: 'usr_1', action: null, from: null, to: null };
  expect(auditFileName('csv', none)).toBe('audit-logs.csv');
  expect(
    auditFileName('jsonl', { ...none, action: 'user.update', from: '2026-11-01', to: '2026-11-02' }),
  ).toBe('audit-logs-user.update-from-2026-11-01-to-2026-11-02.jsonl');
});
