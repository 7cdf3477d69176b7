import { estimateTokens, tokensOfBytes } from '@/lib/engine/models/estimate-tokens';
import { outputText } from '@/lib/engine/run/step-scope';
import type { Step } from '@/lib/engine/workflow';
import type { SqlReader } from '@/lib/server/database/database';
import { Prisma } from '@/prisma/generated/prisma/client';

/** Outputs of more bytes, as stored, are estimated by their length: all steps of a job may have long ones. */
const MOST_READ = 64 * 1024;

/**
 * About how many tokens the outputs of a job's steps have for a step that reads them, by position.
 * @param positions of the steps in question
 */
export async function outputTokens(
  rows: SqlReader,
  jobId: string,
  steps: readonly Pick<Step, 'task'>[],
  positions: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  if (positions.length === 0) return new Map();
  const found = await rows<{ position: number; bytes: number | bigint | null; output: string | null }>(
    Prisma.sql`
      SELECT "position", octet_length("output") AS "bytes",
        CASE WHEN octet_length("output") <= ${MOST_READ} THEN "output" END AS "output"
      FROM "JobStep" WHERE "jobId" = ${jobId} AND "position" IN (${Prisma.join(positions)})`,
  );
  return new Map(
    found.map(({ position, bytes, output }) => {
      const task = steps[Number(position)]?.task ?? '';
      const tokens =
        output === null
          ? tokensOfBytes(Number(bytes ?? 0))
          : estimateTokens(outputText(task, JSON.parse(output)));
      return [Number(position), tokens];
    }),
  );
}
