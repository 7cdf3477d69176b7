-- CreateTable
CREATE TABLE "KnownNetwork" (
    "addressHash" TEXT NOT NULL,
    "network" TEXT NOT NULL,
    "lastSignInAt" DATETIME NOT NULL,

    PRIMARY KEY ("addressHash", "network")
);

-- CreateIndex
CREATE INDEX "KnownNetwork_lastSignInAt_idx" ON "KnownNetwork"("lastSignInAt");
