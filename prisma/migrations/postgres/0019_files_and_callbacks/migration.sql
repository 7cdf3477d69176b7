-- CreateEnum
CREATE TYPE "CallbackDelivery" AS ENUM ('FILE', 'FILE_URL', 'PAYLOAD');

-- CreateEnum
CREATE TYPE "CallbackState" AS ENUM ('DELIVERED', 'FAILED', 'PENDING', 'WAITING');

-- CreateTable
CREATE TABLE "OutputFile" (
    "id" TEXT COLLATE "C" NOT NULL,
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "number" INTEGER NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C",
    "name" TEXT COLLATE "C" NOT NULL,
    "type" TEXT COLLATE "C" NOT NULL,
    "size" INTEGER NOT NULL,
    "isReady" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "OutputFile_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FileContent" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "size" INTEGER NOT NULL,
    "isComplete" BOOLEAN NOT NULL,

    CONSTRAINT "FileContent_pkey" PRIMARY KEY ("accountId","hash")
);

-- CreateTable
CREATE TABLE "FileChunk" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "hash" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "bytes" BYTEA NOT NULL,

    CONSTRAINT "FileChunk_pkey" PRIMARY KEY ("accountId","hash","position")
);

-- CreateTable
CREATE TABLE "Callback" (
    "id" TEXT COLLATE "C" NOT NULL,
    "jobId" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "status" "JobStatus" NOT NULL,
    "url" TEXT COLLATE "C" NOT NULL,
    "endpoint" TEXT COLLATE "C" NOT NULL,
    "delivery" "CallbackDelivery" NOT NULL,
    "state" "CallbackState" NOT NULL,
    "tries" INTEGER NOT NULL,
    "nextAt" TIMESTAMP(3),
    "workerId" TEXT COLLATE "C",
    "leasedUntil" TIMESTAMP(3),
    "code" TEXT COLLATE "C",
    "createdAt" TIMESTAMP(3) NOT NULL,
    "endedAt" TIMESTAMP(3),

    CONSTRAINT "Callback_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Delivery" (
    "callbackId" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "isManual" BOOLEAN NOT NULL,
    "startedAt" TIMESTAMP(3) NOT NULL,
    "milliseconds" INTEGER,
    "status" INTEGER,
    "code" TEXT COLLATE "C",
    "message" TEXT COLLATE "C",
    "response" TEXT COLLATE "C",

    CONSTRAINT "Delivery_pkey" PRIMARY KEY ("callbackId","number")
);

-- CreateTable
CREATE TABLE "WebhookSecret" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "sealed" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "expiresAt" TIMESTAMP(3),

    CONSTRAINT "WebhookSecret_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "TestMessage" (
    "id" TEXT COLLATE "C" NOT NULL,
    "accountId" TEXT COLLATE "C" NOT NULL,
    "receivedAt" TIMESTAMP(3) NOT NULL,
    "headers" TEXT COLLATE "C" NOT NULL,
    "body" TEXT COLLATE "C" NOT NULL,
    "problem" TEXT COLLATE "C",

    CONSTRAINT "TestMessage_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ServerKey" (
    "id" INTEGER NOT NULL,
    "value" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,

    CONSTRAINT "ServerKey_pkey" PRIMARY KEY ("id")
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

-- AddForeignKey
ALTER TABLE "OutputFile" ADD CONSTRAINT "OutputFile_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep"("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "OutputFile" ADD CONSTRAINT "OutputFile_accountId_hash_fkey" FOREIGN KEY ("accountId", "hash") REFERENCES "FileContent"("accountId", "hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileContent" ADD CONSTRAINT "FileContent_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "FileChunk" ADD CONSTRAINT "FileChunk_accountId_hash_fkey" FOREIGN KEY ("accountId", "hash") REFERENCES "FileContent"("accountId", "hash") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Callback" ADD CONSTRAINT "Callback_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Delivery" ADD CONSTRAINT "Delivery_callbackId_fkey" FOREIGN KEY ("callbackId") REFERENCES "Callback"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookSecret" ADD CONSTRAINT "WebhookSecret_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TestMessage" ADD CONSTRAINT "TestMessage_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
