import fs from 'node:fs';
import path from 'node:path';
import { printedAccess, printedSchema } from '@/graphql/schema';
import { step } from '@/scripts/console/step.mjs';
import { root } from '@/scripts/project.mjs';
import { installedCommand, runTool } from '@/scripts/setup/run-tool.mjs';

/** Prints the schema, and generates the client's types from it. */
export default async function schemaPrint(): Promise<void> {
  const print = async () => {
    fs.writeFileSync(path.join(root, 'graphql', 'schema.graphql'), printedSchema());
    fs.writeFileSync(path.join(root, 'graphql', 'access.json'), printedAccess());
  };
  await step('schema', 'printing the schema', print, () => ({ text: 'graphql/schema.graphql printed' }));
  const generate = () =>
    runTool(installedCommand('gql.tada'), ['generate-output'], {
      advice: "The types couldn't be generated; the lines above say why.",
    });
  await step('types', 'generating the client types', generate, () => ({
    text: 'lib/graphql-client/schema-types.d.ts generated',
  }));
}
