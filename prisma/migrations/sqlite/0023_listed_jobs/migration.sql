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

-- What lists find jobs by that were there before.
UPDATE "Job" SET "searchMetadata" = substr(lower("metadata"), 1, 400) WHERE "metadata" IS NOT NULL;
UPDATE "Job" SET
  "status" = CASE WHEN "status" = 'COMPLETED'
    AND EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED')
    THEN 'COMPLETED_WITH_FAILURES' ELSE "status" END,
  "endText" = coalesce((
    SELECT char(10) || group_concat("line", char(10)) || char(10) FROM (
      SELECT "code" AS "line" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "code" IS NOT NULL
      UNION SELECT "errorCode" FROM "JobStep" WHERE "jobId" = "Job"."id" AND "status" = 'FAILED' AND "errorCode" IS NOT NULL
      UNION SELECT "model" FROM "Attempt" WHERE "jobId" = "Job"."id" AND "outcome" <> 'PASSED_OVER'
    ) AS "lines"), ''),
  "hasFallbacks" = EXISTS (SELECT 1 FROM "JobStep" WHERE "jobId" = "Job"."id"
    AND ("fallbacks" <> '[]' OR "errorCode" = 'FALLBACKS_EXHAUSTED')),
  "durationMs" = min("finishedAt" - "startedAt", 2147483647)
WHERE "finishedAt" IS NOT NULL;
-- An index has no place for more. Its last line says that there are others.
UPDATE "Job" SET "endText" = substr("endText", 1, 400) || char(10) || '…' || char(10) WHERE length("endText") > 400;

-- CreateIndex
CREATE INDEX "Job_listed_by_account" ON "Job"("accountId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_status" ON "Job"("accountId", "status", "createdAt", "id", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");

-- CreateIndex
CREATE INDEX "Job_listed_by_user" ON "Job"("userId", "createdAt", "id", "status", "bulkRunId", "searchName", "searchMetadata", "endText", "errorCode", "apiKeyId", "hasFallbacks", "costNanos", "durationMs", "finishedAt", "attempts");
