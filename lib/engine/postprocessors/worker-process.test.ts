import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { root } from '@/scripts/project.mjs';

// As lib/server/text-worker starts processes: with little memory, and no code that is made at run time.
const flags = ['--max-old-space-size=512', '--disallow-code-generation-from-strings', '--import', 'tsx'];
const program = `
  import { postprocessors } from '@/lib/engine/postprocessors/registry.ts';
  const code = Array.from({ length: 10_000 }, (_, index) => \`export const a\${index} = { port: 1, b: <T>x };\\n\`).join('');
  const record = { step: 's', fallbacks: [], text: '', output: {} };
  const context = { stepId: 's', task: 'generation', originalText: code, fileText: '# A', record };
  const given = { lintCode: { language: 'typescript' }, validateStructure: { schema: { type: 'object' } } };
  for (const { name, options, process: run } of postprocessors)
    await run({ output: { a: '=1' }, text: name.startsWith('writeTo') ? '# A text' : code }, options.parse(given[name] ?? {}), context);
  console.log(postprocessors.length);
`;

test('all run within the limits of the processes that they run in', () => {
  const output = execFileSync(process.execPath, [...flags, '--input-type=module', '--eval', program], {
    cwd: root,
    env: { NODE_ENV: 'production' },
    encoding: 'utf8',
  });
  expect(Number(output)).toBeGreaterThan(0);
});
