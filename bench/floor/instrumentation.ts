// Logs nothing. Without this file, Next would use the site's own, two folders up.
export {};
