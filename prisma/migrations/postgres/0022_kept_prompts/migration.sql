-- CreateTable
CREATE TABLE "StepPrompt" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "position" INTEGER NOT NULL,
    "digest" TEXT COLLATE "C" NOT NULL,
    "number" INTEGER NOT NULL,
    "isCut" BOOLEAN NOT NULL,
    "messages" TEXT COLLATE "C" NOT NULL,

    CONSTRAINT "StepPrompt_pkey" PRIMARY KEY ("jobId","position","digest")
);

-- AddForeignKey
ALTER TABLE "StepPrompt" ADD CONSTRAINT "StepPrompt_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep"("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE;
