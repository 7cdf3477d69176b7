import { expect, test } from 'vitest';
import { variables } from './environment';

/** The text of `.env.example`: every variable, commented out, with its default. */
function environmentExample(): string {
  const entries = Object.values(variables).map(
    (variable) =>
      `# ${variable.description}\n# Must be ${variable.mustBe}. Example: ${variable.name}=${variable.example}\n#${variable.name}=${variable.default}\n`,
  );
  return [
    '# Copy to .env or .env.local and uncomment what should differ.',
    '# The shell wins over .env.local, which wins over .env. Printed from lib/config/environment.ts.\n',
    ...entries,
  ].join('\n');
}

test('.env.example says what lib/config/environment.ts says; npx vitest run -u lib/config/environment-example rewrites it', async () => {
  await expect(environmentExample()).toMatchFileSnapshot('../../.env.example');
});
