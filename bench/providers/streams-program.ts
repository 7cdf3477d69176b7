import { setTimeout as sleep } from 'node:timers/promises';
import { compatibleProvider } from '@/lib/providers/language-models/compatible';
import { directCall } from './start-loopback';

// `tsx bench/providers/streams-program.ts ORIGIN direct|engine STREAMS TOKENS_PER_SECOND` reads so many streams of a
// loopback provider at once, and prints the milliseconds between the parts of all of them as JSON.

const [origin = '', reader, streams, rate] = process.argv.slice(2);
const model = `tokens-${rate}`;
const provider = compatibleProvider({ apiKey: 'key', baseURL: `${origin}/compatible/v1` });

async function* directParts(): AsyncGenerator<unknown> {
  const response = await directCall(origin, model);
  for await (const part of response.body ?? []) yield part;
}

async function* engineParts(): AsyncGenerator<unknown> {
  const request = {
    ...{ model, temperature: 0, maxTokens: 1_000, schema: null, accountId: 'acc_bench', traceparent: null },
    ...{ promptTokens: 9, earlierCalls: 0, signal: new AbortController().signal },
    messages: [{ role: 'user' as const, content: 'The gripper stops after two minutes.' }],
    work: { task: 'generation', options: {}, instructions: '', tone: 'neutral', text: '' },
  };
  for await (const part of provider.stream(request)) if (part.type === 'text') yield part;
}

async function gapsOf(parts: AsyncIterable<unknown>): Promise<number[]> {
  const moments: number[] = [];
  for await (const _ of parts) moments.push(performance.now());
  return moments.slice(1).map((moment, index) => moment - (moments[index] ?? moment));
}

const read = reader === 'engine' ? engineParts : directParts;
const all = await Promise.all(
  Array.from({ length: Number(streams) }, async (_, index) => {
    // Spread over the time of a token, as people's calls are.
    await sleep((1_000 / Number(rate)) * (index / Number(streams)));
    return gapsOf(read());
  }),
);
console.log(JSON.stringify(all.flat()));
