import { readFileSync } from 'node:fs';
import { isNonNullType, isObjectType } from 'graphql';
import { expect, test } from 'vitest';
import { printedAccess, printedSchema, schema } from '@/graphql/schema';
import nextConfig from '@/next.config';
import { dependencies } from '@/package.json';
import { operations } from '@/testing/operations';

const committed = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');

test("the committed schema is the code's; if not, run npm run schema:print", () => {
  expect(committed('./schema.graphql')).toBe(printedSchema());
  expect(committed('./access.json')).toBe(printedAccess());
});

test('the committed access of every operation is what the permission matrix tries', () => {
  const tried = Object.entries(operations).map(([name, { access }]) => [name, access]);
  expect(JSON.parse(committed('./access.json'))).toEqual(Object.fromEntries(tried));
});

test('no plugin of the schema is bundled: in two bundles, it would register itself twice', () => {
  const plugins = Object.keys(dependencies).filter((name) => name.startsWith('@pothos/'));
  expect(nextConfig.serverExternalPackages).toEqual(expect.arrayContaining(plugins));
});

test("a field that not every key may read can be null: otherwise, its refusal takes the mutation's result with it", () => {
  const fields = Object.values(schema.getTypeMap())
    .filter(isObjectType)
    .filter(
      (type) =>
        ![schema.getQueryType(), schema.getMutationType(), schema.getSubscriptionType()].includes(type),
    )
    .flatMap((type) =>
      Object.values(type.getFields()).map((field) => ({ name: `${type}.${field.name}`, field })),
    );
  const guarded = fields.filter(({ field }) => 'authScopes' in Object(field.extensions.pothosOptions));
  expect(guarded.map(({ name }) => name)).toContain('Job.input');
  expect(guarded.filter(({ field }) => isNonNullType(field.type)).map(({ name }) => name)).toEqual([]);
});
