import { hash } from 'node:crypto';
import type { SentPrompt } from '@/lib/engine/run/run-store';
import type { SentMessage } from '@/lib/engine/run/sent-messages';
import { storableJson } from '@/lib/rules/json';
import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

/** What an attempt of a job is the first of its step to send. */
export interface PromptRow extends SentPrompt {
  jobId: string;
}

/** A kept message, with the number of the attempt that sent it first. */
export interface KeptMessage extends SentMessage {
  number: number;
}

/** What is kept of the messages that a step's attempts have sent. */
export interface KeptPrompt {
  /** In the order in which they left. */
  messages: KeptMessage[];
  /** Whether further ones left, which aren't kept. */
  isCut: boolean;
}

/** Characters of messages that are stored by a statement of their own: SQLite reads a list of rows for each column. */
const LARGE = 16 * 1024;

const columns = ['jobId', 'position', 'digest', 'number', 'isCut', 'messages'] as const;

/** Stores messages. A run that sends again what an earlier run of its job has sent stores nothing. */
export async function insertPrompts(tx: SqlQueries, prompts: readonly PromptRow[]): Promise<void> {
  if (prompts.length === 0) return;
  const rows = prompts.map(({ jobId, position, number, isCut, messages }) => {
    const json = storableJson(messages);
    return { small: json.length <= LARGE, values: [jobId, position, digestOf(json), number, isCut, json] };
  });
  const small = rows.filter((row) => row.small);
  const listed = small.length > 0 ? [small] : [];
  const alone = rows.filter((row) => !row.small).map((row) => [row]);
  await Promise.all(
    [...listed, ...alone].map(
      (together) => tx.$executeRaw`
        INSERT INTO "StepPrompt" (${Prisma.join(columns.map((column) => Prisma.raw(`"${column}"`)))})
        ${tx.dialect.rows(
          'StepPrompt',
          columns,
          together.map(({ values }) => values),
        )} ON CONFLICT DO NOTHING`,
    ),
  );
}

/** Of one step, a digest needs no more. */
const digestOf = (json: string): string => hash('sha256', json, 'base64url').slice(0, 16);

/** Where a step's messages are, and how long they are. */
export interface PromptSize {
  jobId: string;
  position: number;
  /** Of their JSON. */
  bytes: number;
}

/** The sizes of what is kept of jobs' messages; steps of which nothing is kept are left out. */
export async function readPromptSizes(rows: SqlReader, jobIds: readonly string[]): Promise<PromptSize[]> {
  // For a length, neither database reads the text.
  const read = await rows<{ jobId: string; position: number | bigint; bytes: number | bigint }>(Prisma.sql`
    SELECT "jobId", "position", sum(octet_length("messages")) AS "bytes" FROM "StepPrompt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIds)} GROUP BY "jobId", "position"`);
  return read.map(({ jobId, position, bytes }) => ({
    jobId,
    position: Number(position),
    bytes: Number(bytes),
  }));
}

/** What is kept of the messages of steps. @param keys of steps: `JOB POSITION` */
export async function readPrompts(
  rows: SqlReader,
  jobIds: readonly string[],
  keys: readonly string[],
): Promise<Map<string, KeptPrompt>> {
  const read = await rows<{
    jobId: string;
    position: number;
    number: number;
    isCut: boolean | number;
    messages: string;
  }>(Prisma.sql`
    SELECT "jobId", "position", "number", "isCut", "messages" FROM "StepPrompt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIds)}
      AND "jobId" || ' ' || "position" IN ${rows.dialect.listed(keys)}
    ORDER BY "jobId", "position", "number"`);
  return new Map(
    [...Map.groupBy(read, ({ jobId, position }) => `${jobId} ${position}`)].map(([key, stored]) => [
      key,
      {
        messages: eachOnce(
          stored.flatMap(({ number, messages }) =>
            (JSON.parse(messages) as SentMessage[]).map((message) => ({ ...message, number })),
          ),
        ),
        isCut: stored.some(({ isCut }) => Boolean(isCut)),
      },
    ]),
  );
}

/** A later run of a job stores messages of an earlier one again if it sends others with them. */
function eachOnce(messages: readonly KeptMessage[]): KeptMessage[] {
  const known = new Map<string, KeptMessage>();
  for (const message of messages) {
    const { number: _, ...sent } = message;
    const text = JSON.stringify(sent);
    if (!known.has(text)) known.set(text, message);
  }
  return [...known.values()];
}
