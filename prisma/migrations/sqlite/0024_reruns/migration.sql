-- CreateTable
CREATE TABLE "Rerun" (
    "jobId" TEXT NOT NULL PRIMARY KEY,
    "ofJobId" TEXT NOT NULL,
    CONSTRAINT "Rerun_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "ReusedStep" (
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "ofJobId" TEXT NOT NULL,

    PRIMARY KEY ("jobId", "position"),
    CONSTRAINT "ReusedStep_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep" ("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE
);

-- CreateTable
CREATE TABLE "RerunBatch" (
    "accountId" TEXT NOT NULL,
    "idempotencyKey" TEXT NOT NULL,
    "inputHash" TEXT NOT NULL,
    "createdAt" DATETIME NOT NULL,
    "choice" TEXT NOT NULL,

    PRIMARY KEY ("accountId", "idempotencyKey"),
    CONSTRAINT "RerunBatch_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);

-- CreateIndex
CREATE INDEX "Rerun_ofJobId_idx" ON "Rerun"("ofJobId");
