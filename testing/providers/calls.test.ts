import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { expect, test, vi } from 'vitest';
import { root } from '@/scripts/project.mjs';
import { typeScript } from '@/scripts/setup/run-tool.mjs';
import { askLoopback } from './ask-loopback';
import { openLoopbackProvider } from './loopback-provider';

test('a call is kept with its key, its body, and how it ended', async () => {
  const provider = await openLoopbackProvider();
  await (await askLoopback(provider, 'anthropic', { model: 'fine', text: 'Grüße' })).text();
  const [call] = provider.calls;
  await vi.waitFor(() => expect(call?.ended).toBe('answered'));
  expect(call).toMatchObject({
    format: 'anthropic',
    model: 'fine',
    path: '/anthropic/v1/messages',
    key: 'key of anthropic',
    body: { model: 'fine', messages: [{ content: [{ text: 'Grüße' }] }] },
  });
  expect(call?.text).toContain('Grüße');
  expect(call?.endedAt).toBeGreaterThanOrEqual(call?.receivedAt ?? Number.POSITIVE_INFINITY);
  await provider.close();
});

test('counts alone are kept for benchmarks, and close ends what is under way', async () => {
  const provider = await openLoopbackProvider({ keepCalls: false });
  await (await askLoopback(provider, 'gemini', { model: 'fine' })).text();
  const stalled = (await askLoopback(provider, 'gemini', { model: 'stall' })).text();
  await vi.waitFor(() => expect(provider.counts).toMatchObject({ received: 2, underWay: 1 }));
  expect(provider.calls).toEqual([]);
  const noted = expect(stalled).rejects.toThrow();
  await provider.close();
  await noted;
  expect(provider.counts).toEqual({
    received: 2,
    underWay: 0,
    ended: { answered: 1, 'aborted-by-client': 0, destroyed: 1 },
    byModel: { fine: 1, stall: 1 },
  });
});

test('as a program it prints where it is, and counts for others', async () => {
  const [node, ...args] = typeScript;
  const program = spawn(
    node,
    [...args, 'testing/providers/loopback-provider-program.ts', '{"prose":"Hi."}'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  try {
    const lines = createInterface(program.stdout)[Symbol.asyncIterator]();
    const { value: origin = '' } = await lines.next();
    const response = await fetch(`${origin}/openai/v1/chat/completions`, {
      method: 'POST',
      body: JSON.stringify({ model: 'fine', messages: [] }),
    });
    expect(await response.json()).toMatchObject({ choices: [{ message: { content: 'Hi.' } }] });
    const counts = async () => (await fetch(`${origin}/counts`)).json();
    expect(await counts()).toMatchObject({ received: 1, byModel: { fine: 1 }, redirected: [] });
    await fetch(`${origin}/reset`, { method: 'POST' });
    expect(await counts()).toMatchObject({ received: 0 });
  } finally {
    program.kill();
  }
});
