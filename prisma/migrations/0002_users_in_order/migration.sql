-- AlterTable
ALTER TABLE "User" ADD COLUMN "sortName" TEXT NOT NULL DEFAULT '';

-- The users there are. SQLite folds ASCII letters only: an accented name gets its place once it is written again.
UPDATE "User"
SET "sortName" = lower(coalesce(nullif(trim(coalesce("firstName", '') || ' ' || coalesce("lastName", '')), ''), "email"));

-- CreateIndex
CREATE INDEX "User_accountId_email_idx" ON "User"("accountId", "email");

-- CreateIndex
CREATE INDEX "User_accountId_sortName_id_idx" ON "User"("accountId", "sortName", "id");

-- CreateIndex
CREATE INDEX "User_accountId_role_createdAt_id_idx" ON "User"("accountId", "role", "createdAt", "id");

-- CreateIndex
CREATE INDEX "User_accountId_status_createdAt_id_idx" ON "User"("accountId", "status", "createdAt", "id");
