import { writeFileSync } from 'node:fs';
import { printSchema } from 'graphql';
import { schema } from '@/graphql/schema';

writeFileSync(new URL('./schema.graphql', import.meta.url), `${printSchema(schema)}\n`);
