import { fullName } from './full-name';

/** What a user is called: first and last name as far as there are any, else the e-mail address. */
export function userName(user: Parameters<typeof fullName>[0] & { email: string }): string {
  return fullName(user) || user.email;
}
