-- CreateTable
CREATE TABLE "OutputFile" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "accountId" TEXT NOT NULL,
    "hash" TEXT,
    "name" TEXT NOT NULL,
    "type" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "isReady" BOOLEAN NOT NULL,
    "createdAt" DATETIME NOT NULL,
    CONSTRAINT "OutputFile_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep" ("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE,
    CONSTRAINT "OutputFile_accountId_hash_fkey" FOREIGN KEY ("accountId", "hash") REFERENCES "FileContent" ("accountId", "hash") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FileContent" (
    "accountId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "size" INTEGER NOT NULL,
    "isComplete" BOOLEAN NOT NULL,

    PRIMARY KEY ("accountId", "hash"),
    CONSTRAINT "FileContent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "FileChunk" (
    "accountId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BLOB NOT NULL,

    PRIMARY KEY ("accountId", "hash", "position"),
    CONSTRAINT "FileChunk_accountId_hash_fkey" FOREIGN KEY ("accountId", "hash") REFERENCES "FileContent" ("accountId", "hash") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Callback" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "jobId" TEXT NOT NULL,
    "accountId" TEXT NOT NULL,
    "status" TEXT NOT NULL,
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
    CONSTRAINT "Callback_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "Delivery" (
    "callbackId" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "isManual" BOOLEAN NOT NULL,
    "startedAt" DATETIME NOT NULL,
    "milliseconds" INTEGER,
    "status" INTEGER,
    "code" TEXT,
    "message" TEXT,
    "response" TEXT,

    PRIMARY KEY ("callbackId", "number"),
    CONSTRAINT "Delivery_callbackId_fkey" FOREIGN KEY ("callbackId") REFERENCES "Callback" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "WebhookSecret" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "expiresAt" DATETIME,
    CONSTRAINT "WebhookSecret_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "TestMessage" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "accountId" TEXT NOT NULL,
    "receivedAt" DATETIME NOT NULL,
    "headers" TEXT NOT NULL,
    "body" TEXT NOT NULL,
    "problem" TEXT,
    CONSTRAINT "TestMessage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ServerKey" (
    "id" INTEGER NOT NULL PRIMARY KEY AUTOINCREMENT,
    "value" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE INDEX "OutputFile_accountId_hash_idx" ON "OutputFile"("accountId", "hash");

-- CreateIndex
CREATE UNIQUE INDEX "OutputFile_jobId_position_number_key" ON "OutputFile"("jobId", "position", "number");

-- CreateIndex
CREATE INDEX "Callback_jobId_idx" ON "Callback"("jobId");

-- CreateIndex
CREATE INDEX "Callback_state_nextAt_idx" ON "Callback"("state", "nextAt");

-- CreateIndex
CREATE INDEX "Callback_state_accountId_endpoint_nextAt_idx" ON "Callback"("state", "accountId", "endpoint", "nextAt");

-- CreateIndex
CREATE INDEX "Callback_accountId_createdAt_idx" ON "Callback"("accountId", "createdAt");

-- CreateIndex
CREATE INDEX "WebhookSecret_accountId_createdAt_idx" ON "WebhookSecret"("accountId", "createdAt");

-- CreateIndex
CREATE INDEX "TestMessage_accountId_receivedAt_idx" ON "TestMessage"("accountId", "receivedAt");
