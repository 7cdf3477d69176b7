import type { CurrentUser } from '@/lib/graphql-client/current-user';
import type { ProfileInput, ProfileOutput } from '@/lib/validation/users';
import type { ProfileChanges } from './update-profile';

/** The fields as the form holds them: no name is an empty one. */
export function profileFields({ email, first_name, last_name }: CurrentUser): ProfileInput {
  return { email, first_name: first_name ?? '', last_name: last_name ?? '' };
}

/** Only what the person changed: what was changed elsewhere meanwhile is not overwritten unseen. */
export function changedFields(
  { email, first_name, last_name }: ProfileOutput,
  dirty: Partial<Record<keyof ProfileOutput, boolean>>,
): ProfileChanges {
  return {
    ...(dirty.email && { email }),
    ...(dirty.first_name && { first_name }),
    ...(dirty.last_name && { last_name }),
  };
}
