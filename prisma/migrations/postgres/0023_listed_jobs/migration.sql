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

-- What lists find jobs by that were there before.
UPDATE "Job" SET "searchMetadata" = CASE
  WHEN octet_length(left(lower("metadata"), 400)) <= 400 THEN left(lower("metadata"), 400)
  ELSE left(lower("metadata"), 100) END WHERE "metadata" IS NOT NULL;
UPDATE "Job" SET
  "status" = CASE WHEN "status" = 'COMPLETED'
    AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED')
    THEN 'COMPLETED_WITH_FAILURES'::"JobStatus" ELSE "status" END,
  "endText" = coalesce((
    SELECT chr(10) || string_agg("line", chr(10)) || chr(10) FROM (
      SELECT "code" AS "line" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "code" IS NOT NULL
      UNION SELECT "errorCode" FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED' AND "errorCode" IS NOT NULL
      UNION SELECT "model" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" <> 'PASSED_OVER'
    ) AS "lines"), ''),
  "hasFallbacks" = EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id"
    AND ("fallbacks" <> '[]' OR "errorCode" = 'FALLBACKS_EXHAUSTED')),
  "durationMs" = least((extract(epoch FROM "finishedAt") - extract(epoch FROM "startedAt")) * 1000, 2147483647)::integer
WHERE "finishedAt" IS NOT NULL;
-- An index has no place for more. Its last line says that there are others.
UPDATE "Job" SET "endText" = left("endText", 140) || chr(10) || '…' || chr(10) WHERE octet_length("endText") > 600;

-- CreateIndex
CREATE INDEX "Job_listed_by_account" ON "Job"("accountId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_status" ON "Job"("accountId", "status", "createdAt", "id", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_user" ON "Job"("userId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");
