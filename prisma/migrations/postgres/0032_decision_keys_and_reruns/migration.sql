-- AlterTable
ALTER TABLE "Approval" ADD COLUMN     "decidedKey" TEXT COLLATE "C";
