-- DropIndex
DROP INDEX "BulkFile_accountId_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "BulkFile_listed" ON "BulkFile"("accountId", "createdAt", "id", "isReady", "expiresAt", "userId", "name", "format", "rowCount", "badCount", "size", "encoding");
