// Logs nothing. Without this file Next would take the site's own, two folders up.
export {};
