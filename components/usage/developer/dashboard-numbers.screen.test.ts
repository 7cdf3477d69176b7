import { expect, test } from 'vitest';
import { formatExactDollars, sumDollars } from '@/lib/format/money';
import { formatCount } from '@/lib/format/number';
import { daysIn } from '@/lib/rules/day';
import { region } from '@/testing/screens/pages/admin-page';
import { line, openDashboard, openTable, usageOver } from '@/testing/screens/pages/dashboard-page';
import { cells, daysAgo, savedCsv } from '@/testing/screens/pages/usage-page';

const custom = { from: daysAgo(70), to: daysAgo(40) };

const csvOf = (name: string) => savedCsv(region(name).getByRole('button', { name: 'Download CSV' }));

for (const { name, search, asked } of [
  { name: '30 days', search: '', asked: { days: 30 } },
  { name: '7 days', search: '?days=7', asked: { days: 7 } },
  { name: '90 days', search: '?days=90', asked: { days: 90 } },
  { name: 'a custom range', search: `?from=${custom.from}&to=${custom.to}`, asked: custom },
]) {
  test(`headline, chart, table and file of ${name} are the API's and add up`, async () => {
    await openDashboard(search);
    const { stats, days, templates } = await usageOver(asked);
    expect(stats.totalExecutions).toBeGreaterThan(0);

    // The headline, compared with as many days before.
    const before = `than in the ${daysIn(stats.from, stats.to)} days before`;
    for (const [label, value, sum, less] of [
      ['Executions', formatCount(stats.totalExecutions), 'totalExecutions', 'fewer'],
      ['Cost', formatExactDollars(stats.estimatedCost), 'estimatedCost', 'less'],
      ['Tokens', formatCount(stats.totalTokens), 'totalTokens', 'fewer'],
    ] as const) {
      const change = stats[sum] / stats.previous[sum] - 1;
      const percent = Math.round(1_000 * Math.abs(change)) / 10;
      const words =
        percent === 0
          ? `About as ${less === 'fewer' ? 'many' : 'much'} as ${before.replace('than ', '')}`
          : `${percent}% ${change > 0 ? 'more' : less} ${before}`;
      await expect
        .element(region('Chosen range').getByRole('listitem').filter({ hasText: label }))
        .toHaveTextContent(`${label}${value}${words}`);
    }

    // The chart.
    await expect
      .element(line())
      .toHaveAccessibleName(
        new RegExp(`: ${formatCount(stats.totalExecutions)} executions? in all, the most on `),
      );

    // The table, its rows and its sum.
    const table = await openTable('Execution Trends');
    expect(cells(table.css('tbody tr')).map(([, ...numbers]) => numbers)).toEqual(
      days.map((day) => [
        formatCount(day.requestCount),
        formatExactDollars(day.totalCost),
        formatCount(day.totalTokens),
      ]),
    );
    expect(cells(table.css('tfoot tr'))).toEqual([
      [
        'Total',
        formatCount(stats.totalExecutions),
        formatExactDollars(stats.estimatedCost),
        formatCount(stats.totalTokens),
      ],
    ]);
    const names = cells((await openTable('Top Templates Used')).css('tbody tr'));
    expect(names).toEqual(templates.map((each) => [each.name, formatCount(each.totalExecutions)]));

    // The file, to the micro-dollar.
    const { fileName, lines } = await csvOf('Execution Trends');
    expect(fileName).toBe(`executions-${stats.from}-${stats.to}.csv`);
    const [head, ...body] = lines;
    expect(head).toEqual(['date', 'executions', 'cost_usd', 'tokens']);
    expect(body).toEqual(
      days.map((day) => [
        day.date,
        String(day.requestCount),
        day.totalCost.toFixed(6),
        String(day.totalTokens),
      ]),
    );
    const column = (index: number) => body.map((row) => Number(row[index]));
    expect(column(1).reduce((sum, count) => sum + count, 0)).toBe(stats.totalExecutions);
    expect(sumDollars(column(2))).toBe(stats.estimatedCost);
    expect(column(3).reduce((sum, count) => sum + count, 0)).toBe(stats.totalTokens);
    const top = await csvOf('Top Templates Used');
    expect(top.fileName).toBe(`top-templates-${stats.from}-${stats.to}.csv`);
    expect(top.lines).toEqual([
      ['template', 'executions'],
      ...templates.map((each) => [each.name, String(each.totalExecutions)]),
    ]);
  });
}
