-- AlterTable
ALTER TABLE "Attempt" ADD COLUMN     "failureKind" TEXT COLLATE "C";
