-- AlterTable
ALTER TABLE "Worker" ADD COLUMN     "measured" TEXT COLLATE "C" NOT NULL DEFAULT '{}';
