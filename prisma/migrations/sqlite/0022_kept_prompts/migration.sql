-- CreateTable
CREATE TABLE "StepPrompt" (
    "jobId" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "digest" TEXT NOT NULL,
    "number" INTEGER NOT NULL,
    "isCut" BOOLEAN NOT NULL,
    "messages" TEXT NOT NULL,

    PRIMARY KEY ("jobId", "position", "digest"),
    CONSTRAINT "StepPrompt_jobId_position_fkey" FOREIGN KEY ("jobId", "position") REFERENCES "JobStep" ("jobId", "position") ON DELETE CASCADE ON UPDATE CASCADE
);
