import { expect, test } from 'vitest';
import { whatLimits } from './what-limits';

test.each([
  { cores: { servers: 1, database: 0.6, client: 0.3, all: 2 }, processes: 2, limit: 'all cores are taken' },
  { cores: { servers: 0.95, database: 0.3, client: 0.3, all: 4 }, processes: 1, limit: 'no thread to spare' },
  { cores: { servers: 1.2, database: 0.3, client: 0.97, all: 8 }, processes: 4, limit: "can't send faster" },
  { cores: { servers: 0.4, database: 0.3, client: 0.1, all: 2 }, processes: 2, limit: 'calls wait' },
])('the figures of a load say that $limit', ({ cores, processes, limit }) => {
  expect(whatLimits(cores, processes)).toContain(limit);
});
