-- CreateTable
CREATE TABLE "Job" (
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
    "metadata" TEXT,
    "result" TEXT,
    "workflow" TEXT,
    CONSTRAINT "Job_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
    CONSTRAINT "Job_userId_fkey" FOREIGN KEY ("userId") REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "JobStep" (
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
    "output" TEXT,
    "pieces" TEXT,

    PRIMARY KEY ("jobId", "position"),
    CONSTRAINT "JobStep_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Attempt" (
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "model" TEXT NOT NULL,
    "outcome" TEXT NOT NULL,
    "code" TEXT,
    "message" TEXT,
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
    "startedAt" DATETIME NOT NULL,
    "retryAt" DATETIME,

    PRIMARY KEY ("jobId", "position", "number"),
    CONSTRAINT "Attempt_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep" ("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Worker" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "seenAt" DATETIME NOT NULL
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
