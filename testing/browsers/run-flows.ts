import type { Outcome } from '@/testing/run/tally';
import type { Browser } from './browser';
import { consoleFlows } from './flows/console-flows';
import { sessionFlows } from './flows/session-flows';
import { siteFlows } from './flows/site-flows';
import { type Flow, Page } from './page';

export const flows: Flow[] = [...siteFlows, ...sessionFlows, ...consoleFlows];

/** Runs every flow in a tab of its own. A console error or warning fails a flow, and so does an uncaught error. */
export async function runFlows(browser: Browser): Promise<Outcome> {
  const outcome: Outcome = { passed: 0, failed: 0, output: '' };
  for (const { name, run } of flows) {
    const fault = await faultOf(browser, run);
    if (fault) outcome.output += `${name}:\n${fault}\n`;
    outcome[fault ? 'failed' : 'passed'] += 1;
  }
  return outcome;
}

/** @returns what went wrong, with what the browser reported; empty if nothing did */
async function faultOf(browser: Browser, run: Flow['run']): Promise<string> {
  const tab = await browser.open();
  try {
    const failure = await run(new Page(tab)).then(
      () => '',
      (error: Error) => String(error.stack),
    );
    return [failure, ...tab.problems()].filter(Boolean).join('\n');
  } finally {
    await tab.close();
  }
}
