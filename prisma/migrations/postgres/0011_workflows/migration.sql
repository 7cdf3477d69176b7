-- CreateEnum
CREATE TYPE "JobStatus" AS ENUM ('CANCELED', 'COMPLETED', 'FAILED', 'QUEUED', 'RUNNING');

-- CreateEnum
CREATE TYPE "JobTurn" AS ENUM ('DISPATCHED', 'ENDED', 'PARKED', 'WAITING');

-- CreateEnum
CREATE TYPE "StepStatus" AS ENUM ('CANCELED', 'COMPLETED', 'FAILED', 'PENDING', 'RUNNING', 'SKIPPED');

-- CreateEnum
CREATE TYPE "AttemptOutcome" AS ENUM ('ANSWERED', 'CANCELED', 'FAILED', 'LOST', 'PASSED_OVER', 'RUNNING');

-- AlterEnum
ALTER TYPE "ExecutionStatus" ADD VALUE 'CANCELED' BEFORE 'COMPLETED';

-- CreateTable
CREATE TABLE "Job" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "userId" TEXT COLLATE "C" NOT NULL,
    "apiKeyId" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "status" "JobStatus" NOT NULL,
    "turn" "JobTurn" NOT NULL,
    "urgency" INTEGER NOT NULL,
    "slots" INTEGER NOT NULL,
    "epoch" INTEGER NOT NULL,
    "losses" INTEGER NOT NULL,
    "workerId" TEXT COLLATE "C",
    "parkedUntil" TIMESTAMP(3),
    "cancelRequestedAt" TIMESTAMP(3),
    "idempotencyKey" TEXT COLLATE "C",
    "inputHash" TEXT COLLATE "C",
    "traceparent" TEXT COLLATE "C",
    "attempts" INTEGER NOT NULL,
    "tokensIn" INTEGER NOT NULL,
    "tokensOut" INTEGER NOT NULL,
    "costNanos" BIGINT,
    "errorCode" TEXT COLLATE "C",
    "errorMessage" TEXT COLLATE "C",
    "errorStepId" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,
    "startedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),
    "metadata" TEXT COLLATE "C",
    "result" TEXT COLLATE "C",
    "workflow" TEXT COLLATE "C",

    CONSTRAINT "Job_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "JobStep" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "stepId" TEXT COLLATE "C" NOT NULL,
    "task" TEXT COLLATE "C" NOT NULL,
    "status" "StepStatus" NOT NULL,
    "model" TEXT COLLATE "C",
    "reason" TEXT COLLATE "C",
    "fallbacks" TEXT COLLATE "C" NOT NULL,
    "truncated" BOOLEAN NOT NULL,
    "attempts" INTEGER NOT NULL,
    "tokensIn" INTEGER NOT NULL,
    "tokensOut" INTEGER NOT NULL,
    "costNanos" BIGINT,
    "latencyMs" INTEGER,
    "errorCode" TEXT COLLATE "C",
    "errorMessage" TEXT COLLATE "C",
    "errorStepId" TEXT COLLATE "C",
    "startedAt" TIMESTAMP(3),
    "finishedAt" TIMESTAMP(3),
    "waitingUntil" TIMESTAMP(3),
    "output" TEXT COLLATE "C",
    "pieces" TEXT COLLATE "C",

    CONSTRAINT "JobStep_pkey" PRIMARY KEY ("jobId","position")
);

-- CreateTable
CREATE TABLE "Attempt" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "model" TEXT COLLATE "C" NOT NULL,
    "outcome" "AttemptOutcome" NOT NULL,
    "code" TEXT COLLATE "C",
    "message" TEXT COLLATE "C",
    "status" INTEGER,
    "inputTokens" INTEGER NOT NULL,
    "cachedInputTokens" INTEGER NOT NULL,
    "cacheWriteTokens" INTEGER NOT NULL,
    "outputTokens" INTEGER NOT NULL,
    "reasoningTokens" INTEGER NOT NULL,
    "estimated" BOOLEAN NOT NULL,
    "costNanos" BIGINT,
    "firstTokenMs" INTEGER,
    "milliseconds" INTEGER,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "retryAt" TIMESTAMP(3),

    CONSTRAINT "Attempt_pkey" PRIMARY KEY ("jobId","position","number")
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" TEXT COLLATE "C" NOT NULL,
    "seenAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "Worker_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Job_accountId_createdAt_id_idx" ON "Job"("accountId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Job_accountId_status_createdAt_id_idx" ON "Job"("accountId", "status", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Job_accountId_name_createdAt_id_idx" ON "Job"("accountId", "name", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Job_accountId_turn_urgency_createdAt_id_idx" ON "Job"("accountId", "turn", "urgency", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Job_userId_createdAt_id_idx" ON "Job"("userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "Job_turn_workerId_idx" ON "Job"("turn", "workerId");

-- CreateIndex
CREATE UNIQUE INDEX "Job_accountId_idempotencyKey_key" ON "Job"("accountId", "idempotencyKey");

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Job" ADD CONSTRAINT "Job_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "JobStep" ADD CONSTRAINT "JobStep_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Attempt" ADD CONSTRAINT "Attempt_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep"("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE;
