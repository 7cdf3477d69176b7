-- CreateTable
CREATE TABLE "Rerun" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "ofJobId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "Rerun_pkey" PRIMARY KEY ("jobId")
);

-- CreateTable
CREATE TABLE "ReusedStep" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "ofJobId" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "ReusedStep_pkey" PRIMARY KEY ("jobId","position")
);

-- CreateTable
CREATE TABLE "RerunBatch" (
    "accountId" TEXT COLLATE "C" NOT NULL,
    "idempotencyKey" TEXT COLLATE "C" NOT NULL,
    "inputHash" TEXT COLLATE "C" NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL,
    "choice" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "RerunBatch_pkey" PRIMARY KEY ("accountId","idempotencyKey")
);

-- CreateIndex
CREATE INDEX "Rerun_ofJobId_idx" ON "Rerun"("ofJobId");

-- AddForeignKey
ALTER TABLE "Rerun" ADD CONSTRAINT "Rerun_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ReusedStep" ADD CONSTRAINT "ReusedStep_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep"("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RerunBatch" ADD CONSTRAINT "RerunBatch_accountId_fkey" FOREIGN KEY ("accountId") REFERENCES "Account"("id") ON DELETE RESTRICT ON UPDATE CASCADE;
