import { step } from '@/scripts/console/step.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';

export default async function schemaPrint(): Promise<void> {
  const print = () =>
    runTool(installedCommand('tsx'), ['graphql/print-schema.ts'], {
      advice: 'The schema could not be built; the lines above say why.',
    });
  await step('schema', 'printing the schema', print, () => ({ text: 'graphql/schema.graphql printed' }));
  const generate = () =>
    runTool(installedCommand('gql.tada'), ['generate-output'], {
      advice: 'The types could not be generated; the lines above say why.',
    });
  await step('types', 'generating the client types', generate, () => ({
    text: 'lib/graphql-client/schema-types.d.ts generated',
  }));
}
