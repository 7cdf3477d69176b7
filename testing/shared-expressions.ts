import { openExpressions } from '@/lib/server/expressions/open-expressions';

const { close: _, ...opened } = openExpressions();

/**
 * The product's expressions for all servers of this process. They stay open: a process of theirs takes longer to start
 * than most tests take.
 */
export const sharedExpressions = opened;
