-- DropIndex
DROP INDEX "AuditEvent_accountId_userId_createdAt_idx";

-- DropIndex
DROP INDEX "AuditEvent_accountId_action_createdAt_idx";

-- DropIndex
DROP INDEX "DailyUsage_accountId_grain_day_idx";

-- CreateIndex
CREATE INDEX "ApiKey_accountId_status_createdAt_id_expiresAt_idx" ON "ApiKey"("accountId", "status", "createdAt", "id", "expiresAt");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_action_createdAt_id_idx" ON "AuditEvent"("accountId", "action", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_userId_createdAt_id_idx" ON "AuditEvent"("accountId", "userId", "createdAt", "id");

-- CreateIndex
CREATE INDEX "AuditEvent_accountId_userId_action_createdAt_id_idx" ON "AuditEvent"("accountId", "userId", "action", "createdAt", "id");

-- CreateIndex
CREATE INDEX "DailyUsage_accountId_grain_day_subjectId_templateId_executions_idx" ON "DailyUsage"("accountId", "grain", "day", "subjectId", "templateId", "executions");
