-- DropIndex
DROP INDEX "Job_userId_createdAt_id_searchName_idx";

-- DropIndex
DROP INDEX "Job_accountId_status_createdAt_id_searchName_idx";

-- DropIndex
DROP INDEX "Job_accountId_createdAt_id_searchName_idx";

-- AlterTable
ALTER TABLE "Job" ADD COLUMN "bulkRunId" TEXT;

-- CreateTable
CREATE TABLE "BulkFile" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "format" TEXT NOT NULL,
    "columns" TEXT NOT NULL,
    "rowCount" INTEGER NOT NULL,
    "badRows" TEXT NOT NULL,
    "badCount" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "storedBytes" INTEGER NOT NULL,
    "isReady" BOOLEAN NOT NULL,
    "rowsDeleted" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    CONSTRAINT "BulkFile_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "BulkFile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BulkFileRow" (
    "fileId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "values" TEXT NOT NULL,

    PRIMARY KEY ("fileId", "position"),
    CONSTRAINT "BulkFileRow_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BulkFile" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BulkRun" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "apiKeyId" TEXT,
    "fileId" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "status" TEXT NOT NULL,
    "concurrency" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "stopAfterFailures" INTEGER,
    "stopAfterCost" BIGINT,
    "newFailures" INTEGER NOT NULL DEFAULT 0,
    "totalRows" INTEGER NOT NULL,
    "heldRows" INTEGER NOT NULL DEFAULT 0,
    "pendingRows" INTEGER NOT NULL,
    "runningRows" INTEGER NOT NULL DEFAULT 0,
    "completedRows" INTEGER NOT NULL DEFAULT 0,
    "failedRows" INTEGER NOT NULL DEFAULT 0,
    "canceledRows" INTEGER NOT NULL DEFAULT 0,
    "skippedRows" INTEGER NOT NULL DEFAULT 0,
    "costNanos" BIGINT,
    "estimateNanos" BIGINT,
    "paceRows" INTEGER NOT NULL DEFAULT 0,
    "paceFrom" DATETIME,
    "storedBytes" INTEGER NOT NULL,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "createdAt" DATETIME NOT NULL,
    "startedAt" DATETIME,
    "finishedAt" DATETIME,
    "idempotencyKey" TEXT,
    "inputHash" TEXT,
    "traceparent" TEXT,
    "onlyIf" TEXT,
    "callbacks" TEXT,
    "metadata" TEXT,
    "workflow" TEXT,
    CONSTRAINT "BulkRun_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "BulkRun_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "BulkRun_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BulkFile" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "BulkRow" (
    "runId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "status" TEXT NOT NULL,
    "jobId" TEXT,
    "errorCode" TEXT,
    "errorMessage" TEXT,
    "errorStepId" TEXT,

    PRIMARY KEY ("runId", "position"),
    CONSTRAINT "BulkRow_runId_fkey" FOREIGN KEY ("runId") REFERENCES "BulkRun" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Callback" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT,
    "runId" TEXT,
    "accountId" TEXT NOT NULL,
    "status" TEXT,
    "event" TEXT,
    "url" TEXT NOT NULL,
    "endpoint" TEXT NOT NULL,
    "delivery" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextAt" DATETIME,
    "workerId" TEXT,
    "leasedUntil" DATETIME,
    "code" TEXT,
    "createdAt" DATETIME NOT NULL,
    "endedAt" DATETIME,
    CONSTRAINT "Callback_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "Callback_runId_fkey" FOREIGN KEY ("runId") REFERENCES "BulkRun" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "new_Callback" ("accountId", "code", "createdAt", "delivery", "endedAt", "endpoint", "id", "jobId", "leasedUntil", "nextAt", "state", "status", "tries", "url", "workerId") SELECT "accountId", "code", "createdAt", "delivery", "endedAt", "endpoint", "id", "jobId", "leasedUntil", "nextAt", "state", "status", "tries", "url", "workerId" FROM "Callback";
DROP TABLE "Callback";
ALTER TABLE "new_Callback" RENAME TO "Callback";
CREATE INDEX "Callback_jobId_idx" ON "Callback"("jobId");
CREATE INDEX "Callback_runId_idx" ON "Callback"("runId");
CREATE INDEX "Callback_state_nextAt_idx" ON "Callback"("state", "nextAt");
CREATE INDEX "Callback_state_accountId_endpoint_nextAt_idx" ON "Callback"("state", "accountId", "endpoint", "nextAt");
CREATE INDEX "Callback_accountId_createdAt_idx" ON "Callback"("accountId", "createdAt");
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;

-- CreateIndex
CREATE INDEX "BulkFile_accountId_createdAt_id_idx" ON "BulkFile"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "BulkFile_expiresAt_idx" ON "BulkFile"("expiresAt");

-- CreateIndex
CREATE INDEX "BulkRun_accountId_createdAt_id_idx" ON "BulkRun"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "BulkRun_accountId_status_idx" ON "BulkRun"("accountId", "status");

-- CreateIndex
CREATE INDEX "BulkRun_status_idx" ON "BulkRun"("status");

-- CreateIndex
CREATE UNIQUE INDEX "BulkRun_accountId_idempotencyKey_key" ON "BulkRun"("accountId", "idempotencyKey");

-- CreateIndex
CREATE UNIQUE INDEX "BulkRow_jobId_key" ON "BulkRow"("jobId");

-- CreateIndex
CREATE INDEX "BulkRow_runId_status_position_idx" ON "BulkRow"("runId", "status", "position");

-- CreateIndex
CREATE INDEX "Job_accountId_createdAt_id_searchName_bulkRunId_idx" ON "Job"("accountId", "createdAt", "id", "searchName", "bulkRunId");

-- CreateIndex
CREATE INDEX "Job_accountId_status_createdAt_id_searchName_bulkRunId_idx" ON "Job"("accountId", "status", "createdAt", "id", "searchName", "bulkRunId");

-- CreateIndex
CREATE INDEX "Job_userId_createdAt_id_searchName_bulkRunId_idx" ON "Job"("userId", "createdAt", "id", "searchName", "bulkRunId");
