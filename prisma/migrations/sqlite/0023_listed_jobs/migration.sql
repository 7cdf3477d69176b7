-- DropIndex
DROP INDEX "Job_accountId_createdAt_id_searchName_bulkRunId_idx";

-- DropIndex
DROP INDEX "Job_accountId_status_createdAt_id_searchName_bulkRunId_idx";

-- DropIndex
DROP INDEX "Job_userId_createdAt_id_searchName_bulkRunId_idx";

-- AlterTable
-- In place: a copy of the table would hold up the start.
ALTER TABLE "Job" ADD COLUMN "searchMetadata" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Job" ADD COLUMN "endText" TEXT NOT NULL DEFAULT '';
ALTER TABLE "Job" ADD COLUMN "hasFallbacks" BOOLEAN NOT NULL DEFAULT false;
ALTER TABLE "Job" ADD COLUMN "durationMs" INTEGER;

-- What lists find jobs by that were there before, in one statement: each writes a job's texts again. An index has no place
-- for more than 400 characters; the last line of a text that was cut says that there are others.
UPDATE "Job" SET
  "searchMetadata" = coalesce(substr(lower("metadata"), 1, 400), ''),
  "status" = CASE WHEN "status" = 'COMPLETED' AND "finishedAt" IS NOT NULL
    AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED')
    THEN 'COMPLETED_WITH_FAILURES' ELSE "status" END,
  "endText" = CASE WHEN "finishedAt" IS NULL THEN '' ELSE coalesce((
    SELECT iif(length("text") > 400, substr("text", 1, 400) || char(10) || '…' || char(10), "text") FROM (
      SELECT char(10) || group_concat("line", char(10)) || char(10) AS "text" FROM (
        SELECT "code" AS "line" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "code" IS NOT NULL
        UNION SELECT "errorCode" FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED' AND "errorCode" IS NOT NULL
        UNION SELECT "model" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" <> 'PASSED_OVER'
      ) AS "lines") AS "joined"), '') END,
  "hasFallbacks" = "finishedAt" IS NOT NULL AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id"
    AND ("fallbacks" <> '[]' OR "errorCode" = 'FALLBACKS_EXHAUSTED')),
  "durationMs" = min("finishedAt" - "startedAt", 2147483647)
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
ALTER TABLE "BulkRun" ADD COLUMN "searchName" TEXT NOT NULL DEFAULT '';

-- As in migration 0015, names from before have their accents.
UPDATE "BulkRun" SET "searchName" = substr(lower("name"), 1, 240);

-- CreateIndex
CREATE INDEX "BulkRun_listed" ON "BulkRun"("accountId", "createdAt", "id", "userId", "status", "searchName");
