-- AlterTable
ALTER TABLE "Account" ADD COLUMN "storedBytes" BIGINT NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "JobFile" (
    "jobId" TEXT NOT NULL PRIMARY KEY,
    "text" TEXT NOT NULL,
    CONSTRAINT "JobFile_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Job" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "apiKeyId" TEXT,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "turn" TEXT NOT NULL,
    "urgency" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "losses" INTEGER NOT NULL,
    "workerId" TEXT,
    "parkedUntil" DATETIME,
    "cancelRequestedAt" DATETIME,
    "idempotencyKey" TEXT,
    "inputHash" TEXT,
    "traceparent" TEXT,
    "attempts" INTEGER NOT NULL,
    "tokensIn" INTEGER NOT NULL,
    "tokensOut" INTEGER NOT NULL,
    "costNanos" BIGINT,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "errorStepId" TEXT,
    "createdAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    "revision" INTEGER NOT NULL DEFAULT 0,
    "storedBytes" INTEGER NOT NULL DEFAULT 0,
    "metadata" TEXT,
    "workflow" TEXT,
    CONSTRAINT "Job_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Job_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
INSERT INTO "new_Job" ("accountId", "apiKeyId", "attempts", "cancelRequestedAt", "costNanos", "createdAt", "epoch", "errorCode", "errorMessage", "errorStepId", "finishedAt", "id", "idempotencyKey", "inputHash", "losses", "metadata", "name", "parkedUntil", "slots", "startedAt", "status", "tokensIn", "tokensOut", "traceparent", "turn", "urgency", "userId", "workerId", "workflow") SELECT "accountId", "apiKeyId", "attempts", "cancelRequestedAt", "costNanos", "createdAt", "epoch", "errorCode", "errorMessage", "errorStepId", "finishedAt", "id", "idempotencyKey", "inputHash", "losses", "metadata", "name", "parkedUntil", "slots", "startedAt", "status", "tokensIn", "tokensOut", "traceparent", "turn", "urgency", "userId", "workerId", "workflow" FROM "Job";
DROP TABLE "Job";
ALTER TABLE "new_Job" RENAME TO "Job";
CREATE INDEX "Job_accountId_createdAt_id_idx" ON "Job"("accountId", "createdAt", "id");
CREATE INDEX "Job_accountId_status_createdAt_id_idx" ON "Job"("accountId", "status", "createdAt", "id");
CREATE INDEX "Job_accountId_name_createdAt_id_idx" ON "Job"("accountId", "name", "createdAt", "id");
CREATE INDEX "Job_accountId_turn_urgency_createdAt_id_idx" ON "Job"("accountId", "turn", "urgency", "createdAt", "id");
CREATE INDEX "Job_userId_createdAt_id_idx" ON "Job"("userId", "createdAt", "id");
CREATE INDEX "Job_turn_workerId_idx" ON "Job"("turn", "workerId");
CREATE UNIQUE INDEX "Job_accountId_idempotencyKey_key" ON "Job"("accountId", "idempotencyKey");
CREATE TABLE "new_JobStep" (
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "stepId" TEXT NOT NULL,
    "task" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "model" TEXT,
    "reason" TEXT,
    "fallbacks" TEXT NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "attempts" INTEGER NOT NULL,
    "tokensIn" INTEGER NOT NULL,
    "tokensOut" INTEGER NOT NULL,
    "costNanos" BIGINT,
    "latencyMs" INTEGER,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "errorStepId" TEXT,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    "waitingUntil" DATETIME,
    "isFinal" BOOLEAN NOT NULL,
    "output" TEXT,
    "pieces" TEXT,

    PRIMARY KEY ("jobId", "position"),
    CONSTRAINT "JobStep_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
-- The outputs that are a job's result: of steps for which no other one waits.
INSERT INTO "new_JobStep" ("attempts", "costNanos", "errorCode", "errorMessage", "errorStepId", "fallbacks", "finishedAt", "isFinal", "jobId", "latencyMs", "model", "output", "pieces", "position", "reason", "startedAt", "status", "stepId", "task", "tokensIn", "tokensOut", "truncated", "waitingUntil")
SELECT "attempts", "costNanos", "errorCode", "errorMessage", "errorStepId", "fallbacks", "finishedAt",
    NOT EXISTS (
        SELECT 1 FROM "Job", json_each("Job"."workflow", '$.steps') AS "step", json_each("step"."value", '$.waitsFor') AS "other"
        WHERE "Job"."id" = "JobStep"."jobId" AND json_valid("Job"."workflow") AND "other"."value" = "JobStep"."position"
    ),
    "jobId", "latencyMs", "model", "output", "pieces", "position", "reason", "startedAt", "status", "stepId", "task", "tokensIn", "tokensOut", "truncated", "waitingUntil" FROM "JobStep";
DROP TABLE "JobStep";
ALTER TABLE "new_JobStep" RENAME TO "JobStep";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- What is kept of earlier jobs counts toward their accounts' storage.
UPDATE "Job" SET "storedBytes" = coalesce(octet_length("metadata"), 0) + octet_length("workflow")
    + (SELECT coalesce(sum(octet_length("output")), 0) FROM "JobStep" WHERE "jobId" = "Job"."id")
WHERE "workflow" IS NOT NULL;
UPDATE "Account" SET "storedBytes" = (SELECT coalesce(sum("storedBytes"), 0) FROM "Job" WHERE "accountId" = "Account"."id");
