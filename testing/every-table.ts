import Sqlite from 'better-sqlite3';
import { openDatabase } from '@/lib/server/database/open-database';
import { serverContext } from '@/lib/server/runtime/context';
import { Prisma } from '@/prisma/generated/prisma/client';
import { accountWithTrail, addToTrail, daily } from './audit-trail';

/** How many executions it writes: more than a copy takes at once. */
export const EXECUTIONS = 6_000;

const NOW = new Date('2026-06-15T12:00:00.123Z');
const at = NOW.getTime();
const HASH = 'a'.repeat(64);

/** In the order of the schema. Rows with what is easily lost between databases: odd texts, the largest numbers, the order of JSON, empty values. */
// biome-ignore format: a row isn't a column of values
const rows: Record<string, (string | number | bigint | Buffer | null)[][]> = {
  PlanDay: [
    ['acc_a', '2026-06-15', 'plan_basic', null],
    ['acc_a', '2026-06-16', 'plan_basic', 'plan_pro'],
  ],
  UsageAlert: [['acc_a', '2026-06', 80, 2_147_483_647, -2_147_483_647, at]],
  BillingProfile: [
    ['acc_a', '\u0001\t\r\n\\ "\'', '', 'Ελλάδα', '😀', '\ufffd', '{}', 'null', '\\N', 'é', 'e\u0301', 'DE',
      null, at],
  ],
  Invoice: [
    ['inv_1', 'acc_a', 'SY-1', 'PAID', 9_223_372_036_854_775_807n, 'USD', at, at + 1, null,
      -62_135_596_800_000, '[{"z":1.10,"a":[null,true,"\\u00e9\\ud83d\\ude00"],"large":1e21,"small":1e-7}]',
      'null', 253_402_300_799_999],
    ['inv_2', 'acc_b', 'SY-2', 'VOID', -9_007_199_254_740_993n, 'USD', at, at, at, at, '[]', null, at],
  ],
  User: [
    ['usr_Z', 'acc_a', 'z@a.test', HASH, 'ADMIN', 'ACTIVE', 'Zoë', null, 'zoe', 1, 1, 0, at, at, null, at,
      null],
    ['usr_a', 'acc_a', 'a@a.test', HASH, 'DEVELOPER', 'DISABLED', null, '', '', 0, 0, 0, 0, -1, at, null, at],
  ],
  Session: [['ses_1', 'usr_a', HASH, null, '::1', at, at, at]],
  KnownNetwork: [['hash', '192.0.2.0/24', at]],
  ApiKey: [
    ['key_1', 'acc_a', 'usr_a', null, '', 'abcd', HASH, 'REVOKED', 1, 0, 0, null, null, at, at],
    ['key_2', 'acc_a', 'usr_Z', 'Ключ', 'ключ', 'efgh', 'b', 'ACTIVE', 1, 1, 1, at, at, at, at],
  ],
  PreviousSecret: [['key_2', HASH, 'hint', at, 7, null]],
  Template: [['tpl_1', 'acc_a', 'One', at]],
  DailyUsage: [
    ['acc_a', 'USER', 'usr_a', '', '2026-06-15', 1, 1, 9_007_199_254_740_993n, 0, 1, 0],
    ['acc_a', 'API_KEY', 'key_1', 'tpl_1', '2026-06-15', 1, 0, 3, 4, 5, 2],
  ],
  DailyModelUsage: [
    ['2026-06-15', 'acc_a', 'sandbox/fast', 1, 9_007_199_254_740_993n, 0, 0, 2, 3, 9_223_372_036_854_775_807n, 0],
    ['2026-06-16', 'acc_b', 'openai/é😀', 2_147_483_647, 0, 1, 2, 3, 4, 0, 1],
  ],
  DailyModelCalls: [
    ['acc_a', '', '', '2026-06-15', 'sandbox/fast', 'ANSWERED', '', 314, 2_147_483_647, 9_007_199_254_740_993n, 0, 1],
    ['acc_b', 'usr_Z', 'é😀', '2026-06-16', 'openai/other', 'FAILED', 'MODEL_NOT_FOUND', 0, 1, 0n, 1, 0],
  ],
  AuditCheckpoint: [['acc_b', 6, HASH, at]],
  OutboundEmail: [['eml_1', 'WAITLIST', 'test', '{"message":"\\\\u0000 is no escape","b":1,"a":2}', at]],
  Job: [
    ['job_1', 'acc_a', 'usr_a', 'key_1', 'Ünnamed 😀', 'COMPLETED', 'ENDED', 1, 4, 3, 2, null, null, at,
      'k-1', HASH, '00-1', 2_147_483_647, 1, 2, 9_007_199_254_740_993n, null, null, null, at, at + 1, at + 2,
      7, 9_000, null, '{"z":1,"a":"\\u0000"}', '{"steps":[{}]}', 'unnamed 😀', '{"z":1', '\nTIMEOUT\nsandbox/é😀\n', 1,
      2_147_483_647],
    ['job_2', 'acc_b', 'usr_Z', null, 'One', 'RUNNING', 'PARKED', 0, 1, 1, 0, 'wrk_1', at, null, null, null,
      null, 0, 0, 0, null, 'JOB_FAILED', '', 's', at, null, null, 0, 0, 'bulk_1', null, null, 'one', '', '', 0, null],
  ],
  JobFile: [['job_1', '\ufeffé😀\r\n\t"\\']],
  JobStep: [
    ['job_1', 0, 'summary', 'summarization', 'COMPLETED', 'sandbox/fast', 'Fastest.', '["sandbox/down"]', 1,
      2, 3, 4, 5n, 6, null, null, null, at, at + 1, null, 1, '{"summary":"\\ud83d\\ude00"}', null],
    ['job_2', 0, 's', 'generation', 'RUNNING', null, null, '[]', 0, 0, 0, 0, null, null, 'STREAM_CUT', 'é',
      's', null, null, at, 0, null, '[{"output":"\\ud83d\\ude00"}]'],
  ],
  Rerun: [['job_2', 'job_gone', at]],
  ReusedStep: [['job_2', 0, 'job_gone']],
  RerunBatch: [['acc_a', 'k-😀', HASH, at, '{"ids":["job_1"]}'], ['acc_b', '', '', 0, '{}']],
  Approval: [
    ['apr_1', 'job_1', 0, 'acc_a', 'usr_a', 'EDITED', at, at + 1, at + 2, 'usr_Z', 'key_2', 'Zoë 😀', 'k-1', 1, '', null,
      '{"a":"\\u0000"}', '{}'],
    ['apr_2', 'job_2', 0, 'acc_b', 'usr_Z', 'PENDING', at, at, null, null, null, null, null, 0, 'é😀', '\ufffd', '\t"\\', null],
  ],
  Attempt: [
    ['job_1', 0, 1, 'sandbox/down', 'FAILED', 'PROVIDER_UNAVAILABLE', 'unavailable', 'Down.', 503, 0, 0, 0, 0, 0, 0, 0n,
      null, null, 4, at, at + 1],
    ['job_1', 0, 2, 'sandbox/fast', 'LOST', null, null, null, null, 1, 2, 3, 4, 5, 1, null, 6, 7, 8, at + 1, null],
  ],
  Interruption: [
    ['job_1', 1, at, at + 1, at + 2],
    ['job_2', 0, at, null, null],
  ],
  StepPrompt: [
    ['job_1', 0, 'abcd_-', 2, 1, '[{"role":"user","content":"\\ud83d\\ude00","ending":null,"bytes":4}]'],
    ['job_2', 0, '', 1, 0, '[]'],
  ],
  FileContent: [['acc_a', HASH, 4, 1]],
  FileChunk: [['acc_a', HASH, 0, Buffer.from([0, 0xff, 0x5c, 0x27])]],
  OutputFile: [['file_1', 'job_1', 0, 1, 'acc_a', HASH, 'é😀.pdf', 'application/pdf', 4, 1, at]],
  BulkFile: [
    ['upl_1', 'acc_b', 'usr_Z', 'é😀.csv', 'CSV', '[{"name":"ä","type":null}]', 2, '[]', 0, 40, 'utf-8', 300, 1, 0, at, at + 1],
    ['upl_2', 'acc_a', 'usr_a', '', 'XLSX', '[]', 0, '[{"line":2}]', 1, 0, null, 0, 0, 1, at, at],
  ],
  BulkFileRow: [
    ['upl_1', 0, 2, '{"ä":"\\ud83d\\ude00"}'],
    ['upl_1', 1, 10_001, '{"ä":null}'],
  ],
  BulkRun: [
    ['bulk_1', 'acc_b', 'usr_Z', 'key_2', 'upl_1', 'WORKFLOW', 'Ünnamed', 'RUNNING', 16, 4, 3,
      9_223_372_036_854_775_807n, 1, 2, 0, 0, 1, 0, 1, 0, 0, 9_007_199_254_740_993n, -1n, 0, at, 500, 'BULK_STOPPED', 'é',
      at, at, at, null, 'k', HASH, '00-1', 'variables.ä == ""', '[{"url":"http://a.test"}]', '{"z":1}', '{"steps":[]}',
      'unnamed'],
    ['bulk_2', 'acc_a', 'usr_a', null, 'upl_2', 'CHAT_BATCH', '', 'TRIED', 1, 1, null, null, 0, 0, 0, 0, 0, 0, 0, 0, 0,
      null, null, 0, null, 0, null, null, at, null, null, at, null, null, null, null, null, null, null, ''],
  ],
  BulkRow: [
    ['bulk_1', 0, 'FAILED', 'job_1', 'JOB_FAILED', '\ufffd', 's'],
    ['bulk_1', 1, 'RUNNING', 'job_2', null, null, null],
  ],
  Callback: [
    ['msg_1', 'job_1', null, 'acc_a', 'COMPLETED', null, null, 'https://example.test/hooks?a=é', 'https://example.test', 'FILE_URL',
      'FAILED', 7, null, null, null, 'CALLBACK_REJECTED', at, at + 1],
    ['msg_2', 'job_2', null, 'acc_b', 'FAILED', 0, null, 'http://a.test', 'http://a.test', 'PAYLOAD', 'WAITING', 0, at,
      'wrk_1', at, null, at, null],
    ['msg_3', null, 'bulk_1', 'acc_b', null, null, 'PROGRESS_25', 'http://a.test', 'http://a.test', 'PAYLOAD', 'PENDING', 0,
      at, null, null, null, at, null],
  ],
  Delivery: [['msg_1', 1, 0, at, 15_000, 500, 'CALLBACK_REJECTED', '500', '\ufffd']],
  WebhookSecret: [['whs_1', 'acc_a', 'sealed', at, null], ['whs_2', 'acc_a', '', at, at + 1]],
  TestMessage: [['tst_1', 'acc_a', at, '{"a":"\\u0000"}', 'é', null]],
  ServerKey: [[1, 'key', at]],
  Worker: [['wrk_1', at, '{}']],
};

/**
 * Fills a database with rows in every table, also in those of accounts and audit trails.
 * @param file of a migrated SQLite database that has the plans
 */
export async function fillEveryTable(file: string): Promise<void> {
  const db = openDatabase(`file:${file}`);
  const ctx = { ...serverContext(db), now: () => NOW };
  await accountWithTrail(ctx, 'acc_a');
  await accountWithTrail(ctx, 'acc_b');
  const changes = { name: { from: { z: 1, long: 'é', a: [1, null] }, to: 'x' } };
  await addToTrail(ctx, 'acc_a', daily(NOW, 6), { changes });
  await db.close();
  const source = new Sqlite(file);
  source.pragma('foreign_keys = ON');
  source.transaction(() => {
    for (const [table, values] of Object.entries(rows)) {
      const names = Object.keys(Prisma[`${table}ScalarFieldEnum` as 'PlanScalarFieldEnum']);
      const insert = source.prepare(
        `INSERT INTO "${table}" (${names.map((name) => `"${name}"`).join(', ')}) VALUES (${names.map(() => '?').join(', ')})`,
      );
      for (const row of values) insert.run(...row);
    }
    source.exec(`INSERT INTO "Execution"
      WITH RECURSIVE "n" ("i") AS (SELECT 1 UNION ALL SELECT "i" + 1 FROM "n" WHERE "i" < ${EXECUTIONS})
      SELECT printf('exe_%05d', "i"), 'acc_a', 'usr_a', 'tpl_1', NULL, 'COMPLETED', 'model', "i", 1, "i" * 1000, 5, ${at} + "i", 1
      FROM "n"`);
  })();
  source.close();
}
