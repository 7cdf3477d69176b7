import { setUpBuild } from '@/commands/setup/setup';
import { projectEnvironment } from '@/lib/server/runtime/project-environment';

/** Builds the site for this environment and serves nothing: for an image, or a build that another machine serves. */
export default async function build(): Promise<void> {
  await setUpBuild(projectEnvironment());
}
