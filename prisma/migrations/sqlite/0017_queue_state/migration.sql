DROP INDEX "Job_accountId_turn_urgency_createdAt_id_idx";
DROP INDEX "Job_turn_workerId_idx";

ALTER TABLE "Job" RENAME COLUMN "turn" TO "queueState";
ALTER TABLE "Job" RENAME COLUMN "urgency" TO "priority";
ALTER TABLE "Job" RENAME COLUMN "losses" TO "crashCount";

CREATE INDEX "Job_accountId_queueState_priority_createdAt_id_idx" ON "Job"("accountId", "queueState", "priority", "createdAt", "id");
CREATE INDEX "Job_queueState_workerId_idx" ON "Job"("queueState", "workerId");

-- A count of 3 or more was in rounds of three, and is in rounds of five now (lib/server/jobs/ledger/crash-count.ts).
UPDATE "Job" SET "crashCount" = 3 + 5 * (("crashCount" - 3) / 3) + CASE ("crashCount" - 3) % 3 WHEN 2 THEN 4 ELSE 0 END
WHERE "crashCount" >= 3;
