import { setUpBuild } from '@/commands/set-up/set-up-server';

/** Builds the site and serves nothing: for an image, or a build that other machines serve. */
export default async function build(): Promise<void> {
  await setUpBuild();
}
