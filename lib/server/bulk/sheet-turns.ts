import { FairQueue } from '@/lib/server/runtime/fair-queue';

/**
 * Parts of sheets that this process reads and writes at once: as many as there are processes that write them. The texts of
 * these are in memory, however many downloads are under way.
 */
const MOST = 3;

const line = new FairQueue<() => void>(1);
let free = MOST;

/** Makes a part of a sheet once it's its account's turn; an account has one part at a time. */
export async function inTurn<Result>(accountId: string, make: () => Promise<Result>): Promise<Result> {
  await new Promise<void>((begin) => {
    line.add(accountId, begin);
    proceed();
  });
  try {
    return await make();
  } finally {
    line.end(accountId);
    free += 1;
    proceed();
  }
}

function proceed(): void {
  while (free > 0) {
    const begin = line.next();
    if (!begin) return;
    free -= 1;
    begin();
  }
}
