import { openLoopbackProvider } from './loopback-provider';

// The loopback provider as a program, for benchmarks: it prints its origin and runs until it is stopped. Its first
// argument may have settings (settings.ts), as JSON.

const provider = await openLoopbackProvider(JSON.parse(process.argv[2] ?? '{}'));
console.log(provider.origin);
process.once('disconnect', () => process.exit());
