-- AlterTable
ALTER TABLE "User" ADD COLUMN "lastActiveAt" DATETIME;
ALTER TABLE "User" ADD COLUMN "lastSignInAt" DATETIME;
ALTER TABLE "User" ADD COLUMN "temporaryPasswordAt" DATETIME;

-- Written by hand from here on: what the records of a database in use say about its users.
-- A session may have ended and its event may have been removed by retention, so anything a user did proves a sign-in
-- too. Refused sign-ins prove nothing and have no user.
WITH "SignIn" ("userId", "at") AS (
    SELECT "userId", "createdAt" FROM "Session"
    UNION ALL SELECT "userId", "createdAt" FROM "AuditEvent" WHERE "userId" IS NOT NULL AND "action" = 'session.start'
), "Action" ("userId", "at") AS (
    SELECT "userId", "createdAt" FROM "AuditEvent" WHERE "userId" IS NOT NULL
    UNION ALL SELECT "userId", "createdAt" FROM "ApiKey"
    UNION ALL SELECT "userId", "finishedAt" FROM "Execution"
), "LastSignIn" AS (SELECT "userId", max("at") AS "at" FROM "SignIn" GROUP BY "userId"),
"LastAction" AS (SELECT "userId", max("at") AS "at" FROM "Action" GROUP BY "userId")
UPDATE "User" SET "lastSignInAt" = coalesce(
    (SELECT "at" FROM "LastSignIn" WHERE "userId" = "User"."id"),
    (SELECT "at" FROM "LastAction" WHERE "userId" = "User"."id")
);

UPDATE "User" SET "lastActiveAt" = max(
    "lastSignInAt",
    coalesce((SELECT max("lastUsedAt") FROM "Session" WHERE "userId" = "User"."id"), 0)
);

-- A password is temporary if an admin was the last to set it. Its time begins with the migration, so that nobody is
-- locked out by the upgrade. Demo accounts share one well-known password, which isn't temporary.
WITH "PasswordEvent" AS (
    SELECT "entityId", "action", "userId",
        row_number() OVER (PARTITION BY "entityId" ORDER BY "createdAt" DESC, "id" DESC) AS "place"
    FROM "AuditEvent"
    WHERE "action" IN ('user.create', 'user.reset_password', 'user.change_password')
)
UPDATE "User" SET "temporaryPasswordAt" = CAST(strftime('%s', 'now') AS INTEGER) * 1000
WHERE "id" IN (
    SELECT "entityId" FROM "PasswordEvent"
    WHERE "place" = 1 AND "action" <> 'user.change_password' AND "userId" IS NOT NULL
) AND "accountId" IN (SELECT "id" FROM "Account" WHERE "demo" = 0);
