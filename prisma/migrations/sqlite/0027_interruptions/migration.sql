-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN "connectMs" INTEGER;

-- CreateTable
CREATE TABLE "Interruption" (
    "jobId" TEXT NOT NULL,
    "epoch" INTEGER NOT NULL,
    "lostAt" DATETIME NOT NULL,
    "foundAt" DATETIME,
    "resumedAt" DATETIME,

    PRIMARY KEY ("jobId", "epoch"),
    CONSTRAINT "Interruption_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
