-- DropIndex
DROP INDEX "Job_accountId_createdAt_id_searchName_bulkRunId_idx";

-- DropIndex
DROP INDEX "Job_accountId_status_createdAt_id_searchName_bulkRunId_idx";

-- DropIndex
DROP INDEX "Job_userId_createdAt_id_searchName_bulkRunId_idx";

-- AlterEnum
-- As a new type: a value that is added to one can't be used before the end of the transaction.
CREATE TYPE "NewJobStatus" AS ENUM ('CANCELED', 'COMPLETED', 'COMPLETED_WITH_FAILURES', 'FAILED', 'QUEUED', 'RUNNING');
ALTER TABLE "Job" ALTER COLUMN "status" TYPE "NewJobStatus" USING "status"::text::"NewJobStatus";
ALTER TABLE "Callback" ALTER COLUMN "status" TYPE "NewJobStatus" USING "status"::text::"NewJobStatus";
DROP TYPE "JobStatus";
ALTER TYPE "NewJobStatus" RENAME TO "JobStatus";

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "searchMetadata" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN "endText" TEXT COLLATE "C" NOT NULL DEFAULT '',
ADD COLUMN "hasFallbacks" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN "durationMs" INTEGER;

-- What lists find jobs by that were there before, in one statement: each writes a job again. An index has no place for more
-- than 600 bytes; the last line of a text that was cut says that there are others.
UPDATE "Job" SET
  "searchMetadata" = CASE
    WHEN "metadata" IS NULL THEN ''
    WHEN octet_length(left(lower("metadata"), 400)) <= 400 THEN left(lower("metadata"), 400)
    ELSE left(lower("metadata"), 100) END,
  "status" = CASE WHEN "status" = 'COMPLETED' AND "finishedAt" IS NOT NULL
    AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED')
    THEN 'COMPLETED_WITH_FAILURES'::"JobStatus" ELSE "status" END,
  "endText" = CASE WHEN "finishedAt" IS NULL THEN '' ELSE coalesce((
    SELECT CASE WHEN octet_length("text") > 600 THEN left("text", 140) || chr(10) || '…' || chr(10) ELSE "text" END FROM (
      SELECT chr(10) || string_agg("line", chr(10) ORDER BY "line") || chr(10) AS "text" FROM (
        SELECT "code" AS "line" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "code" IS NOT NULL
        UNION SELECT "errorCode" FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED' AND "errorCode" IS NOT NULL
        UNION SELECT "model" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" <> 'PASSED_OVER'
      ) AS "lines") AS "joined"), '') END,
  "hasFallbacks" = "finishedAt" IS NOT NULL AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id"
    AND ("fallbacks" <> '[]' OR "errorCode" = 'FALLBACKS_EXHAUSTED')),
  -- The least of two values leaves out one that is null.
  "durationMs" = CASE WHEN "finishedAt" IS NOT NULL AND "startedAt" IS NOT NULL
    THEN least((extract(epoch FROM "finishedAt") - extract(epoch FROM "startedAt")) * 1000, 2147483647)::integer END
WHERE "finishedAt" IS NOT NULL OR "metadata" IS NOT NULL;

-- CreateIndex
CREATE INDEX "Job_listed_by_account" ON "Job"("accountId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_status" ON "Job"("accountId", "status", "createdAt", "id", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_user" ON "Job"("userId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- DropIndex
DROP INDEX "BulkRun_accountId_createdAt_id_idx";

-- AlterTable
ALTER TABLE "BulkRun" ADD COLUMN "searchName" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- As in migration 0015, names from before have their accents.
UPDATE "BulkRun" SET "searchName" = left(lower("name"), 240);

-- CreateIndex
CREATE INDEX "BulkRun_listed" ON "BulkRun"("accountId", "createdAt", "id", "userId", "status", "searchName");
