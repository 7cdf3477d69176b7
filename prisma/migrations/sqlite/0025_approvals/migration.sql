-- DropIndex
DROP INDEX "Job_queueState_workerId_idx";

-- AlterTable
ALTER TABLE "Callback" ADD COLUMN "position" INTEGER;

-- CreateTable
CREATE TABLE "Approval" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "accountId" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "requestedAt" DATETIME NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "decidedAt" DATETIME,
    "decidedById" TEXT,
    "apiKeyId" TEXT,
    "isJson" BOOLEAN NOT NULL,
    "instructions" TEXT NOT NULL,
    "reason" TEXT,
    "text" TEXT NOT NULL,
    "edited" TEXT,
    CONSTRAINT "Approval_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep" ("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Approval_accountId_state_requestedAt_id_idx" ON "Approval"("accountId", "state", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Approval_userId_state_requestedAt_id_idx" ON "Approval"("userId", "state", "requestedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_jobId_position_key" ON "Approval"("jobId", "position");

-- CreateIndex
CREATE INDEX "Job_queueState_workerId_parkedUntil_idx" ON "Job"("queueState", "workerId", "parkedUntil");
