import type { Client } from 'urql';
import { sendMutation } from '@/lib/graphql-client/calls';
import { type CurrentUser, currentUserFragment } from '@/lib/graphql-client/current-user';
import { graphql } from '@/lib/graphql-client/graphql';

const updateProfileMutation = graphql(
  `
    mutation UpdateProfile($email: String, $first_name: String, $last_name: String) {
      updateMyProfile(email: $email, first_name: $first_name, last_name: $last_name) {
        ...CurrentUser
      }
    }
  `,
  [currentUserFragment],
);

/** What a person may change about themself; a field left out stays as it is, a name of null is taken away. */
export interface ProfileChanges {
  email?: string;
  first_name?: string | null;
  last_name?: string | null;
}

const failure = 'Failed to update profile.';

/**
 * Changes the profile of the person the client speaks for.
 * @returns the stored record
 * @throws Error with a sentence for people (SPEC.md, section 8)
 */
export async function updateProfile(client: Client, changes: ProfileChanges): Promise<CurrentUser> {
  const { updateMyProfile } = await sendMutation(client, updateProfileMutation, changes, failure);
  return updateMyProfile;
}
