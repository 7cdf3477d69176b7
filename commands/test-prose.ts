import { checkProse } from '@/testing/prose/check-prose';

/** Checks how the project writes. Its last line is `N passed, N failed`. */
export default async function testProse(): Promise<void> {
  const { passed, failed, output } = await checkProse();
  if (output) console.log(output);
  console.log(`${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
