-- CreateEnum
CREATE TYPE "BulkFormat" AS ENUM ('CSV', 'JSONL', 'XLSX');

-- CreateEnum
CREATE TYPE "BulkKind" AS ENUM ('CHAT_BATCH', 'WORKFLOW');

-- CreateEnum
CREATE TYPE "BulkEvent" AS ENUM ('ENDED', 'PROGRESS_25', 'PROGRESS_50', 'PROGRESS_75');

-- CreateEnum
CREATE TYPE "BulkStatus" AS ENUM ('CANCELED', 'COMPLETED', 'COMPLETED_WITH_FAILURES', 'FAILED', 'QUEUED', 'RUNNING', 'STOPPED', 'TRIED');

-- CreateEnum
CREATE TYPE "BulkRowStatus" AS ENUM ('CANCELED', 'COMPLETED', 'FAILED', 'HELD', 'PENDING', 'RUNNING', 'SKIPPED');

-- DropIndex
DROP INDEX "Job_accountId_createdAt_id_searchName_idx";

-- DropIndex
DROP INDEX "Job_accountId_status_createdAt_id_searchName_idx";

-- DropIndex
DROP INDEX "Job_userId_createdAt_id_searchName_idx";

-- AlterTable
ALTER TABLE "Callback" ADD COLUMN     "event" "BulkEvent",
ADD COLUMN     "runId" TEXT COLLATE "C",
ALTER COLUMN "jobId" DROP NOT NULL,
ALTER COLUMN "status" DROP NOT NULL;

-- AlterTable
ALTER TABLE "Job" ADD COLUMN     "bulkRunId" TEXT COLLATE "C";

-- CreateTable
CREATE TABLE "BulkFile" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "format" "BulkFormat" NOT NULL,
    "columns" TEXT COLLATE "C" NOT NULL,
    "rowCount" INTEGER NOT NULL,
    "badRows" TEXT COLLATE "C" NOT NULL,
    "badCount" INTEGER NOT NULL,
    "size" INTEGER NOT NULL,
    "storedBytes" INTEGER NOT NULL,
    "isReady" BOOLEAN NOT NULL,
    "rowsDeleted" BOOLEAN NOT NULL DEFAULT false,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "BulkFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BulkFileRow" (
    "fileId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "line" INTEGER NOT NULL,
    "values" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "BulkFileRow_pkey" PRIMARY KEY ("fileId","position")
);

-- CreateTable
CREATE TABLE "BulkRun" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "apiKeyId" TEXT COLLATE "C",
    "fileId" TEXT COLLATE "C" NOT NULL,
    "kind" "BulkKind" NOT NULL,
    "name" TEXT COLLATE "C" NOT NULL,
    "status" "BulkStatus" NOT NULL,
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
    "paceFrom" TIMESTAMP(3),
    "storedBytes" INTEGER NOT NULL,
    "errorCode" TEXT COLLATE "C",
    "errorMessage" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,
    "startedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),
    "idempotencyKey" TEXT COLLATE "C",
    "inputHash" TEXT COLLATE "C",
    "traceparent" TEXT COLLATE "C",
    "onlyIf" TEXT COLLATE "C",
    "callbacks" TEXT COLLATE "C",
    "metadata" TEXT COLLATE "C",
    "workflow" TEXT COLLATE "C",

    CONSTRAINT "BulkRun_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "BulkRow" (
    "runId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "status" "BulkRowStatus" NOT NULL,
    "jobId" TEXT COLLATE "C",
    "errorCode" TEXT COLLATE "C",
    "errorMessage" TEXT COLLATE "C",
    "errorStepId" TEXT COLLATE "C",

    CONSTRAINT "BulkRow_pkey" PRIMARY KEY ("runId","position")
);

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
CREATE INDEX "Callback_runId_idx" ON "Callback"("runId");

-- CreateIndex
CREATE INDEX "Job_accountId_createdAt_id_searchName_bulkRunId_idx" ON "Job"("accountId", "createdAt", "id", "searchName", "bulkRunId");

-- CreateIndex
CREATE INDEX "Job_accountId_status_createdAt_id_searchName_bulkRunId_idx" ON "Job"("accountId", "status", "createdAt", "id", "searchName", "bulkRunId");

-- CreateIndex
CREATE INDEX "Job_userId_createdAt_id_searchName_bulkRunId_idx" ON "Job"("userId", "createdAt", "id", "searchName", "bulkRunId");

-- AddForeignKey
ALTER TABLE "BulkFile" ADD CONSTRAINT "BulkFile_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkFile" ADD CONSTRAINT "BulkFile_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkFileRow" ADD CONSTRAINT "BulkFileRow_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BulkFile"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkRun" ADD CONSTRAINT "BulkRun_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkRun" ADD CONSTRAINT "BulkRun_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkRun" ADD CONSTRAINT "BulkRun_fileId_fkey" FOREIGN KEY ("fileId") REFERENCES "BulkFile"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "BulkRow" ADD CONSTRAINT "BulkRow_runId_fkey" FOREIGN KEY ("runId") REFERENCES "BulkRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Callback" ADD CONSTRAINT "Callback_runId_fkey" FOREIGN KEY ("runId") REFERENCES "BulkRun"("id") ON DELETE CASCADE ON UPDATE CASCADE;
