-- AlterTable
ALTER TABLE "Account" ADD COLUMN "openJobsAtMost" INTEGER NOT NULL DEFAULT 0;

-- Above the limit, so that each account's jobs are counted when it accepts the next one.
UPDATE "Account" SET "openJobsAtMost" = 1000000;
