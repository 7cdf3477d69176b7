import { openTextWorker } from '@/lib/server/text-worker/open-text-worker';

const { close: _, ...opened } = openTextWorker();

/**
 * The product's text worker for all servers of this process. They stay open: a process of theirs takes longer to start
 * than most tests take.
 */
export const sharedTextWorker = opened;
