-- AlterTable
-- In place: these two tables are the largest, and a copy of them would hold up the start.
ALTER TABLE "DailyUsage" ADD COLUMN "unknownCosts" INTEGER NOT NULL DEFAULT 0;

-- AlterTable
ALTER TABLE "Execution" ADD COLUMN "costKnown" BOOLEAN NOT NULL DEFAULT true;
