ALTER TYPE "JobTurn" RENAME TO "QueueState";

ALTER TABLE "Job" RENAME COLUMN "turn" TO "queueState";
ALTER TABLE "Job" RENAME COLUMN "urgency" TO "priority";
ALTER TABLE "Job" RENAME COLUMN "losses" TO "crashCount";

ALTER INDEX "Job_accountId_turn_urgency_createdAt_id_idx" RENAME TO "Job_accountId_queueState_priority_createdAt_id_idx";
ALTER INDEX "Job_turn_workerId_idx" RENAME TO "Job_queueState_workerId_idx";
