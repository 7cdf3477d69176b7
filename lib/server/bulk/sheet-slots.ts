import { FairQueue } from '@/lib/server/runtime/fair-queue';

/**
 * Parts of sheets that this process reads and writes at once: as many as there are processes that write them. Only their
 * texts are in memory, however many downloads are under way.
 */
const SLOTS = 3;

const waiting = new FairQueue<() => void>(1);
let free = SLOTS;

/** Reads and writes a part of a sheet once a slot is free. Each account has one part at a time. */
export async function withSheetSlot<Result>(
  accountId: string,
  makePart: () => Promise<Result>,
): Promise<Result> {
  await new Promise<void>((begin) => {
    waiting.add(accountId, begin);
    fillSlots();
  });
  try {
    return await makePart();
  } finally {
    waiting.end(accountId);
    free += 1;
    fillSlots();
  }
}

function fillSlots(): void {
  while (free > 0) {
    const begin = waiting.next();
    if (!begin) return;
    free -= 1;
    begin();
  }
}
