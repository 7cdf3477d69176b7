-- AlterTable
ALTER TABLE "Approval" ADD COLUMN     "decidedKey" TEXT COLLATE "C";

-- AlterTable
ALTER TABLE "Rerun" ADD COLUMN     "createdAt" TIMESTAMP(3);

UPDATE "Rerun" SET "createdAt" = (SELECT "Job"."createdAt" FROM "Job" WHERE "Job"."id" = "Rerun"."jobId");

-- DropIndex
DROP INDEX "Rerun_ofJobId_idx";

-- CreateIndex
CREATE INDEX "Rerun_ofJobId_createdAt_idx" ON "Rerun"("ofJobId", "createdAt");
