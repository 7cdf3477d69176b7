import { readFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { expect, test } from 'vitest';
import { schema } from '@/graphql/schema';

test('the committed schema is the one the code makes; else run npm run schema:print', () => {
  const committed = readFileSync(new URL('./schema.graphql', import.meta.url), 'utf8');
  expect(committed).toBe(`${printSchema(schema)}\n`);
});
