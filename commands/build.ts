import { setUpBuild } from '@/commands/setup/setup';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';

// Builds the site of this environment and serves nothing: for an image, or a machine that serves what another built.
export default async function build(): Promise<void> {
  await setUpBuild(projectEnvironment());
}
