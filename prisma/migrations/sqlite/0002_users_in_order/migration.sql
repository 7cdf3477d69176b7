-- AlterTable
-- Empty for the users there are: SQLite cannot fold accents, so the next start fills it (lib/server/users/fill-sort-names.ts).
ALTER TABLE "User" ADD COLUMN "sortName" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "User_accountId_email_idx" ON "User"("accountId", "email");

-- CreateIndex
CREATE INDEX "User_accountId_sortName_id_idx" ON "User"("accountId", "sortName", "id");

-- CreateIndex
CREATE INDEX "User_accountId_role_createdAt_id_idx" ON "User"("accountId", "role", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_accountId_status_createdAt_id_idx" ON "User"("accountId", "status", "createdAt", "id");
