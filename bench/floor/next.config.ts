import type { NextConfig } from 'next';

// The settings that make the site faster make the floor faster too. Without this file, Next would use the site's own,
// two folders up.
const config: NextConfig = { poweredByHeader: false, generateEtags: false };

export default config;
