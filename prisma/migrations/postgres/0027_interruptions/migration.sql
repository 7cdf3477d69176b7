-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "connectMs" INTEGER;

-- CreateTable
CREATE TABLE "Interruption" (
    "jobId" TEXT COLLATE "C" NOT NULL,
    "epoch" INTEGER NOT NULL,
    "lostAt" TIMESTAMP(3) NOT NULL,
    "foundAt" TIMESTAMP(3),
    "resumedAt" TIMESTAMP(3),

    CONSTRAINT "Interruption_pkey" PRIMARY KEY ("jobId","epoch")
);

-- AddForeignKey
ALTER TABLE "Interruption" ADD CONSTRAINT "Interruption_jobId_fkey" FOREIGN KEY ("jobId") REFERENCES "Job"("id") ON DELETE CASCADE ON UPDATE CASCADE;
