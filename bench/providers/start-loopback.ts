import { typeScript } from '@/scripts/setup/run-tool.mjs';
import type { LoopbackSettings } from '@/testing/providers/settings';
import { startServerProcess } from '@/testing/run/server-process';

/** The loopback provider in a process of its own, so that it shares no event loop with what is measured. */
export async function startLoopback(
  settings: Partial<LoopbackSettings> = {},
): Promise<{ origin: string; stop(): Promise<void> }> {
  const [node, ...loader] = typeScript;
  const program = 'testing/providers/loopback-provider-program.ts';
  const originIn = (output: string) => /http:\/\/127\.0\.0\.1:\d+/.exec(output)?.[0];
  const { output, stop } = await startServerProcess([node, ...loader, program, JSON.stringify(settings)], {
    env: {},
    isReady: (text) => originIn(text) !== undefined,
  });
  return { origin: originIn(output()) ?? '', stop };
}

/** A call of the compatible format, as a client makes it that speaks to the provider itself. */
export const directCall = (origin: string, model: string, signal?: AbortSignal): Promise<Response> =>
  fetch(`${origin}/compatible/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: 'Bearer key' },
    body: JSON.stringify({
      model,
      stream: true,
      stream_options: { include_usage: true },
      messages: [{ role: 'user', content: 'The gripper stops after two minutes.' }],
    }),
    signal: signal ?? null,
  });
