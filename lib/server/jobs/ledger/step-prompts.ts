import { hash } from 'node:crypto';
import type { SentPrompt } from '@/lib/engine/run/run-store';
import { type EarlierMessages, earlierMessages, type SentMessage } from '@/lib/engine/run/sent-messages';
import { storableJson } from '@/lib/rules/json';
import type { SqlQueries, SqlReader } from '@/lib/server/database/database';
import { insertNewRows } from '@/lib/server/jobs/ledger/job-rows';
import { jsonValue } from '@/lib/server/jobs/ledger/step-columns';
import { jobIdsOf, stepKeySql } from '@/lib/server/jobs/ledger/step-key';
import { Prisma } from '@/prisma/generated/prisma/client';

/** The messages that an attempt of a job is the first of its step to send. */
export interface PromptRow extends SentPrompt {
  jobId: string;
}

/** A kept message, with the number of the attempt that sent it first. */
export interface KeptMessage extends SentMessage {
  number: number;
}

/** Stores messages. A run that sends again what an earlier run of its job has sent stores nothing. */
export const insertPrompts = (tx: SqlQueries, prompts: readonly PromptRow[]): Promise<void> =>
  insertNewRows(
    tx,
    'StepPrompt',
    prompts.map(({ jobId, position, number, isCut, messages }) => {
      const json = storableJson(messages);
      return { jobId, position, digest: digestOf(json), number, isCut, messages: json };
    }),
  );

/** Unique within one step. */
const digestOf = (json: string): string => hash('sha256', json, 'base64url').slice(0, 16);

/** How much is kept of what a step has sent. */
export interface PromptSize {
  /** Of its messages' JSON. */
  bytes: number;
  /** Whether it has sent further messages, which aren't kept. */
  isCut: boolean;
}

/** By job and position, what is kept of the messages that steps under way have sent. */
export async function readEarlierMessages(
  rows: SqlReader,
  ids: Prisma.Sql,
): Promise<Map<string, Map<number, EarlierMessages>>> {
  const read = await rows<{ jobId: string; position: number; isCut: boolean; messages: string }>(Prisma.sql`
    SELECT "StepPrompt"."jobId", "StepPrompt"."position", "isCut", "messages" FROM "StepPrompt"
    JOIN "JobStep" ON "JobStep"."jobId" = "StepPrompt"."jobId" AND "JobStep"."position" = "StepPrompt"."position"
    WHERE "StepPrompt"."jobId" IN ${ids} AND "finishedAt" IS NULL`);
  const byJob = Map.groupBy(read, ({ jobId }) => jobId);
  return new Map(
    [...byJob].map(([jobId, kept]) => [
      jobId,
      new Map(
        [...Map.groupBy(kept, ({ position }) => position)].map(([position, ofStep]) => [
          position,
          earlierMessages(
            // Unreadable messages are kept once more if they are sent again.
            ofStep.map(({ isCut, messages }) => ({
              isCut,
              messages: (jsonValue(messages) ?? []) as SentMessage[],
            })),
          ),
        ]),
      ),
    ]),
  );
}

/** How much is kept of what the steps of jobs have sent, by `stepKey`. */
export async function readPromptSizes(
  rows: SqlReader,
  jobIds: readonly string[],
): Promise<Map<string, PromptSize>> {
  // For a length, neither database reads the text.
  const read = await rows<{ key: string; bytes: number | bigint; isCut: number | bigint }>(Prisma.sql`
    SELECT ${stepKeySql} AS "key", sum(octet_length("messages")) AS "bytes",
      max(CASE WHEN "isCut" THEN 1 ELSE 0 END) AS "isCut"
    FROM "StepPrompt" WHERE "jobId" IN ${rows.dialect.listed(jobIds)} GROUP BY "jobId", "position"`);
  return new Map(
    read.map(({ key, bytes, isCut }) => [key, { bytes: Number(bytes), isCut: Number(isCut) === 1 }]),
  );
}

/**
 * The messages that steps have sent, in the order in which they left, as far as they are kept.
 * @param keys of the steps, as `stepKey` makes them
 */
export async function readMessages(
  rows: SqlReader,
  keys: readonly string[],
): Promise<Map<string, KeptMessage[]>> {
  const read = await rows<{ key: string; number: number; messages: string }>(Prisma.sql`
    SELECT ${stepKeySql} AS "key", "number", "messages" FROM "StepPrompt"
    WHERE "jobId" IN ${rows.dialect.listed(jobIdsOf(keys))}
      AND ${stepKeySql} IN ${rows.dialect.listed(keys)}
    ORDER BY "jobId", "position", "number"`);
  const byStep = Map.groupBy(read, ({ key }) => key);
  return new Map(
    [...byStep].map(([key, stored]) => [
      key,
      eachOnce(
        stored.flatMap(({ number, messages }) =>
          (JSON.parse(messages) as SentMessage[]).map((message) => ({ ...message, number })),
        ),
      ),
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
