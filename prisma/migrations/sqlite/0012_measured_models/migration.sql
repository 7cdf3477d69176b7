-- RedefineTables
PRAGMA defer_foreign_keys=ON;
PRAGMA foreign_keys=OFF;
CREATE TABLE "new_Worker" (
    "id" TEXT NOT NULL PRIMARY KEY,
    "seenAt" DATETIME NOT NULL,
    "measured" TEXT NOT NULL DEFAULT '{}'
);
INSERT INTO "new_Worker" ("id", "seenAt") SELECT "id", "seenAt" FROM "Worker";
DROP TABLE "Worker";
ALTER TABLE "new_Worker" RENAME TO "Worker";
PRAGMA foreign_keys=ON;
PRAGMA defer_foreign_keys=OFF;
