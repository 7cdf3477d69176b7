-- AlterTable
-- Empty for the keys there are: SQLite cannot fold accents, so the next start fills it (lib/server/api-keys/key-names.ts).
ALTER TABLE "ApiKey" ADD COLUMN "sortName" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "ApiKey_accountId_sortName_id_idx" ON "ApiKey"("accountId", "sortName", "id");

-- Written by hand: indexes of expressions, which Prisma's schema cannot say, word for word those by which
-- lib/server/api-keys/find-keys.ts orders.
CREATE INDEX "ApiKey_accountId_expires_id_idx" ON "ApiKey"("accountId", coalesce("expiresAt", 8640000000000000), "id");

CREATE INDEX "ApiKey_accountId_lastUsed_id_idx" ON "ApiKey"("accountId", coalesce("lastUsedAt", 0), "id");
