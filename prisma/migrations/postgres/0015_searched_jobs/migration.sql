-- AlterTable
-- In place: a copy of the table would hold up the start. Names of jobs from before have their accents.
ALTER TABLE "Job" ADD COLUMN "searchName" TEXT COLLATE "C" NOT NULL DEFAULT '';
UPDATE "Job" SET "searchName" = lower("name");

-- DropIndex
DROP INDEX "Job_accountId_createdAt_id_idx";

-- DropIndex
DROP INDEX "Job_accountId_name_createdAt_id_idx";

-- DropIndex
DROP INDEX "Job_accountId_status_createdAt_id_idx";

-- DropIndex
DROP INDEX "Job_userId_createdAt_id_idx";

-- CreateIndex
CREATE INDEX "Job_accountId_createdAt_id_searchName_idx" ON "Job"("accountId", "createdAt", "id", "searchName");

-- CreateIndex
CREATE INDEX "Job_accountId_status_createdAt_id_searchName_idx" ON "Job"("accountId", "status", "createdAt", "id", "searchName");

-- CreateIndex
CREATE INDEX "Job_userId_createdAt_id_searchName_idx" ON "Job"("userId", "createdAt", "id", "searchName");
