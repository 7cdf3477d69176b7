-- AlterTable
ALTER TABLE "BulkRun" ADD COLUMN     "stoppedAt" TIMESTAMP(3);

-- Until now, the end of a stopped run was the moment of its stop, also while rows of it were under way.
UPDATE "BulkRun" SET "stoppedAt" = "finishedAt" WHERE "status" IN ('STOPPED', 'CANCELED');
UPDATE "BulkRun" SET "finishedAt" = NULL WHERE "status" IN ('STOPPED', 'CANCELED') AND "runningRows" > 0;
