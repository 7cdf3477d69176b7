import type { NextConfig } from 'next';

// As lean as Next itself goes: what the site gains by its settings, the floor has too. Without this file Next would
// take the site's own, two folders up.
const config: NextConfig = { poweredByHeader: false, generateEtags: false };

export default config;
