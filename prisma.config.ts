import { defineConfig } from 'prisma/config';

// The CLI wants a native schema engine even to generate, and would download one; any existing file satisfies it.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= process.execPath;

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations/sqlite' },
});
