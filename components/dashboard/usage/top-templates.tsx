import { useMemo } from 'react';
import { BarChart } from '@/components/charts/bar-chart';
import { type ChartNumbers, countColumn } from '@/components/charts/chart-numbers';
import { ChartPanel } from '@/components/charts/chart-panel';
import { EmptyState, EmptyStateText, EmptyStateTitle } from '@/components/ui/empty-state';
import { formatCount } from '@/lib/format/number';
import type { DashboardData, Period } from './dashboard-query';
import { executionUnit } from './execution-unit';

type Templates = DashboardData['topTemplatesByUser'];

/** Total executions per template name, at most the five of the most. */
export function TopTemplates({ templates, period }: { templates: Templates; period: Period }) {
  const points = useMemo(
    () =>
      templates.map(({ name, totalExecutions }, index) => ({
        // Two templates may bear one name.
        key: `${index} ${name}`,
        label: name,
        fullLabel: name,
        value: totalExecutions,
      })),
    [templates],
  );
  return (
    <ChartPanel
      note="Top five"
      numbers={points.length > 0 ? templateNumbers(templates, period) : null}
      title="Top Templates Used"
    >
      {points.length > 0 ? (
        <BarChart points={points} summary={templatesSummary(templates)} unit={executionUnit} />
      ) : (
        <div className="grid min-h-[250px]">
          <EmptyState>
            <EmptyStateTitle>No templates used in this range</EmptyStateTitle>
            <EmptyStateText>
              The five you run most will stand here, from the first execution on.
            </EmptyStateText>
          </EmptyState>
        </div>
      )}
    </ChartPanel>
  );
}

const templateNumbers = (templates: Templates, { from, to }: Period): ChartNumbers => ({
  head: 'Template',
  csvHead: 'template',
  columns: [countColumn('Executions', 'executions')],
  rows: templates.map(({ name, totalExecutions }, index) => ({
    key: `${index} ${name}`,
    name,
    csvName: name,
    values: [totalExecutions],
  })),
  fileName: `top-templates-${from}-${to}`,
});

const templatesSummary = (templates: Templates) =>
  `Bar chart of executions per template: ${templates
    .map(({ name, totalExecutions }) => `${name} ${formatCount(totalExecutions)}`)
    .join(', ')}.`;
