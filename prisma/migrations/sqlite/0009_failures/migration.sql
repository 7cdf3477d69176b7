-- The roll-up by model, by user and model, and by user and key, of what was metered before they were counted.
INSERT INTO "DailyUsage" ("accountId", "grain", "subjectId", "templateId", "day",
    "executions", "succeeded", "tokensIn", "tokensOut", "costMicros")
SELECT "accountId", 'MODEL', "model", '', strftime('%Y-%m-%d', "finishedAt" / 1000, 'unixepoch'),
    COUNT(*), SUM("status" = 'COMPLETED'), SUM("tokensIn"), SUM("tokensOut"), SUM("costMicros")
FROM "Execution"
GROUP BY 1, 3, 4, 5;

INSERT INTO "DailyUsage" ("accountId", "grain", "subjectId", "templateId", "day",
    "executions", "succeeded", "tokensIn", "tokensOut", "costMicros")
SELECT "accountId", 'USER_MODEL', "userId", "model", strftime('%Y-%m-%d', "finishedAt" / 1000, 'unixepoch'),
    COUNT(*), SUM("status" = 'COMPLETED'), SUM("tokensIn"), SUM("tokensOut"), SUM("costMicros")
FROM "Execution"
GROUP BY 1, 3, 4, 5;

INSERT INTO "DailyUsage" ("accountId", "grain", "subjectId", "templateId", "day",
    "executions", "succeeded", "tokensIn", "tokensOut", "costMicros")
SELECT "accountId", 'USER_API_KEY', "userId", "apiKeyId", strftime('%Y-%m-%d', "finishedAt" / 1000, 'unixepoch'),
    COUNT(*), SUM("status" = 'COMPLETED'), SUM("tokensIn"), SUM("tokensOut"), SUM("costMicros")
FROM "Execution" WHERE "apiKeyId" IS NOT NULL
GROUP BY 1, 3, 4, 5;
