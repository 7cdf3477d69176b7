import { writeFileSync } from 'node:fs';
import { printedAccess, printedSchema } from '@/graphql/printed-schema';

writeFileSync(new URL('./schema.graphql', import.meta.url), printedSchema());
writeFileSync(new URL('./access.json', import.meta.url), printedAccess());
