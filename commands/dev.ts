import { setUpServer } from '@/commands/setup/setup';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';
import { probePort } from '@/server/http/connections/listen';

export default async function dev(): Promise<void> {
  const environment = projectEnvironment();
  await probePort(environment);
  await setUpServer(environment, { production: false });
  const { serve } = await import('@/server/serve');
  await serve(environment, { dev: true });
}
