/** Where a row stands in a list ordered by its creation, newest first. */
export interface Place {
  id: string;
  createdAt: Date;
}

/** The columns of a place. */
export const placeColumns = { id: true, createdAt: true } as const;

/** The order that places are of. */
export const newestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }];

/**
 * Prisma's condition for a row and what follows it; for a negative `take`, what stands above it. Prisma's own cursor
 * is a condition that no index serves: deep pages would walk all rows before them.
 */
export function wherePlace(from: Place | undefined, take: number) {
  if (!from) return {};
  const { id, createdAt } = from;
  return take > 0
    ? { createdAt: { lte: createdAt }, NOT: { createdAt, id: { gt: id } } }
    : { createdAt: { gte: createdAt }, NOT: { createdAt, id: { lt: id } } };
}
