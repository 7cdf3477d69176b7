-- AlterTable
ALTER TABLE "Session" ADD COLUMN "address" TEXT;

-- CreateTable
CREATE TABLE "PreviousSecret" (
    "apiKeyId" TEXT NOT NULL PRIMARY KEY,
    "secretHash" TEXT NOT NULL,
    "hint" TEXT NOT NULL,
    "expiresAt" DATETIME NOT NULL,
    "calls" INTEGER NOT NULL DEFAULT 0,
    "lastUsedAt" DATETIME,
    CONSTRAINT "PreviousSecret_apiKeyId_fkey" FOREIGN KEY ("apiKeyId") REFERENCES "ApiKey" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "AuditLink" (
    "accountId" TEXT NOT NULL,
    "sequence" INTEGER NOT NULL,
    "eventId" TEXT NOT NULL,
    "hash" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "sequence")
);

-- CreateTable
CREATE TABLE "AuditCheckpoint" (
    "accountId" TEXT NOT NULL PRIMARY KEY,
    "sequence" INTEGER NOT NULL,
    "hash" TEXT NOT NULL,
    "prunedAt" DATETIME NOT NULL
);

-- CreateIndex
CREATE UNIQUE INDEX "PreviousSecret_secretHash_key" ON "PreviousSecret"("secretHash");

-- CreateIndex
CREATE UNIQUE INDEX "AuditLink_eventId_key" ON "AuditLink"("eventId");

-- Written by hand from here on: what Prisma's schema cannot say. The trail stays append-only; retention alone removes
-- events, from an account's oldest on, and only those up to the checkpoint that it has written before.
DROP TRIGGER "AuditEvent_no_delete";

CREATE TRIGGER "AuditEvent_no_delete" BEFORE DELETE ON "AuditEvent"
WHEN NOT EXISTS (
    SELECT 1 FROM "AuditLink" JOIN "AuditCheckpoint" USING ("accountId")
    WHERE "AuditLink"."eventId" = OLD."id" AND "AuditLink"."accountId" = OLD."accountId"
      AND "AuditLink"."sequence" <= "AuditCheckpoint"."sequence"
)
BEGIN
    SELECT RAISE(ABORT, 'audit events are append-only');
END;

CREATE TRIGGER "AuditLink_no_update" BEFORE UPDATE ON "AuditLink"
BEGIN
    SELECT RAISE(ABORT, 'audit links are append-only');
END;

CREATE TRIGGER "AuditLink_no_delete" BEFORE DELETE ON "AuditLink"
WHEN NOT EXISTS (
    SELECT 1 FROM "AuditCheckpoint"
    WHERE "accountId" = OLD."accountId" AND "sequence" >= OLD."sequence"
)
BEGIN
    SELECT RAISE(ABORT, 'audit links are append-only');
END;

CREATE TRIGGER "AuditCheckpoint_only_forward" BEFORE UPDATE ON "AuditCheckpoint"
WHEN NEW."accountId" <> OLD."accountId" OR NEW."sequence" < OLD."sequence"
BEGIN
    SELECT RAISE(ABORT, 'audit checkpoints move forward only');
END;

CREATE TRIGGER "AuditCheckpoint_no_delete" BEFORE DELETE ON "AuditCheckpoint"
BEGIN
    SELECT RAISE(ABORT, 'audit checkpoints stay');
END;
