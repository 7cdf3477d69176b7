import { expect, test } from 'vitest';
import { callbackErrors } from '@/lib/config/callback-errors';
import { errorCodes } from '@/lib/config/error-codes';
import { errorDocs, workflowErrors } from '@/lib/config/workflow-errors';
import { listDocsPages } from '@/lib/content/docs-pages';
import { MdxBody } from './mdx-body';

/** Every code that an error can have, of a call or of a workflow. */
const codes = [
  ...Object.keys(callbackErrors),
  ...Object.keys(errorCodes),
  ...Object.keys(workflowErrors),
] as (keyof typeof callbackErrors | keyof typeof errorCodes | keyof typeof workflowErrors)[];

test('the address of each code is an anchor of one row of a page, as the page is rendered', async () => {
  expect(new Set(codes).size).toBe(codes.length);
  const addresses = codes.map((code) => errorDocs(code).split('#'));
  for (const href of new Set(addresses.map(([page]) => page))) {
    const page = listDocsPages('devdocs').find((one) => one.href === href);
    if (!page) throw new Error(`There is no page ${href}.`);
    expect(page.preview, href).toBe(false);
    // A sample's button to copy it needs a browser.
    const source = page.source.replace(/^```[\s\S]*?^```$/gm, '');
    const { html } = (await MdxBody({ source })).props;
    const rows = [...html.matchAll(/<tr id="(\w+)"><td><code>(\w+)<\/code>/g)];
    expect(rows.map(([, id, code]) => [id, code])).toEqual(rows.map(([, id]) => [id, id]));
    const anchored = addresses.filter(([address]) => address === href).map(([, anchor]) => anchor);
    expect(rows.map(([, id]) => id).sort()).toEqual(anchored.sort());
  }
});
