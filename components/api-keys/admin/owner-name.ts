/** Whose a key is: the full name, else the id (SPEC.md, section 2, API keys page). */
export function ownerName({ user_name, user_id }: { user_name: string | null; user_id: string }): string {
  return user_name ?? user_id;
}
