import { expect, test } from 'vitest';
import { templateShares } from './template-shares';

const triage = { templateId: 'tpl_1', name: 'Triage', totalExecutions: 7 };

test('the shares are all executions: what is not named stands in one of its own', () => {
  expect(templateShares([triage], 10)).toEqual([
    { name: 'Triage', executions: 7 },
    { name: 'Other templates', executions: 3, isRest: true },
  ]);
  expect(templateShares([triage], 7)).toEqual([{ name: 'Triage', executions: 7 }]);
  expect(templateShares([], 0)).toEqual([]);
});
