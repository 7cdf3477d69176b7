/** First and last name as far as there are any; empty where there is neither. */
export function fullName({ first_name, last_name }: { first_name: string | null; last_name: string | null }) {
  return [first_name, last_name].filter(Boolean).join(' ');
}
