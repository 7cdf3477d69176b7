import { expect, it } from 'vitest';
import { readUsage } from './read-usage';

const answer = {
  userDashboardStats: { totalExecutions: 3, estimatedCost: 0.02, successRate: 66.7 },
  usageByUser: [{ date: '2026-11-03', requestCount: 3 }],
  topTemplatesByUser: [],
};

it('reads a whole answer, empty lists included', () => {
  expect(readUsage(answer)).toEqual({
    stats: answer.userDashboardStats,
    days: answer.usageByUser,
    templates: [],
  });
});

it.each([
  null,
  undefined,
  {},
  { ...answer, userDashboardStats: undefined },
  { ...answer, usageByUser: undefined },
  { ...answer, topTemplatesByUser: undefined },
])('takes a part of an answer for none (%#)', (data) => {
  expect(readUsage(data)).toBeNull();
});
