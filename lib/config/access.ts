/**
 * The access that a call may require (docs/design.md, "Permissions").
 * - `session`: a signed-in person, not an API key
 * - `read`, `write`: the scope of that name
 * - `admin:read`, `admin:write`: role ADMIN as well and, through a key, the admin scope
 * - `write:session`, `admin:session`: the same as `write` and `admin:write`, but never through an API key. A way in
 *   that a key made or changed would outlive it.
 */
export type Access =
  | 'session'
  | 'read'
  | 'write'
  | 'write:session'
  | 'admin:read'
  | 'admin:write'
  | 'admin:session';

export interface Scopes {
  read: boolean;
  write: boolean;
  admin: boolean;
}

/** The facts about a caller that decide access, on the server and on a screen alike. */
export interface Caller {
  role: 'DEVELOPER' | 'ADMIN';
  scopes: Scopes;
  /** `operator`: a command on the server itself that acts for the person. */
  via: 'session' | 'api_key' | 'operator';
}

/** Whether a caller (null: signed out) has the access a call declares. */
export function allows(caller: Caller | null, access: Access): boolean {
  if (!caller) return false;
  switch (access) {
    case 'session':
      return caller.via === 'session';
    case 'read':
      return caller.scopes.read;
    case 'write':
      return caller.scopes.write;
    case 'write:session':
      return caller.via !== 'api_key' && allows(caller, 'write');
    case 'admin:read':
      return isAdmin(caller) && caller.scopes.read;
    case 'admin:write':
      return isAdmin(caller) && caller.scopes.write;
    case 'admin:session':
      return caller.via !== 'api_key' && allows(caller, 'admin:write');
  }
}

function isAdmin(caller: Caller): boolean {
  return caller.role === 'ADMIN' && (caller.via !== 'api_key' || caller.scopes.admin);
}
