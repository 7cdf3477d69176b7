-- CreateEnum
CREATE TYPE "ApprovalState" AS ENUM ('APPROVED', 'EDITED', 'PENDING', 'REFUSED', 'TIMED_OUT', 'WITHDRAWN');

-- DropIndex
DROP INDEX "Job_queueState_workerId_idx";

-- AlterTable
ALTER TABLE "Callback" ADD COLUMN     "position" INTEGER;

-- CreateTable
CREATE TABLE "Approval" (
    "id" TEXT COLLATE "C" NOT NULL,
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "state" "ApprovalState" NOT NULL,
    "requestedAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    "decidedAt" TIMESTAMP(3),
    "decidedById" TEXT COLLATE "C",
    "apiKeyId" TEXT COLLATE "C",
    "isJson" BOOLEAN NOT NULL,
    "instructions" TEXT COLLATE "C" NOT NULL,
    "reason" TEXT COLLATE "C",
    "text" TEXT COLLATE "C" NOT NULL,
    "edited" TEXT COLLATE "C",

    CONSTRAINT "Approval_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Approval_accountId_state_requestedAt_id_idx" ON "Approval"("accountId", "state", "requestedAt", "id");

-- CreateIndex
CREATE INDEX "Approval_userId_state_requestedAt_id_idx" ON "Approval"("userId", "state", "requestedAt", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Approval_jobId_position_key" ON "Approval"("jobId", "position");

-- CreateIndex
CREATE INDEX "Job_queueState_workerId_parkedUntil_idx" ON "Job"("queueState", "workerId", "parkedUntil");

-- AddForeignKey
ALTER TABLE "Approval" ADD CONSTRAINT "Approval_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep"("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE;
