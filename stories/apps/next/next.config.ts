import type { NextConfig } from 'next';
import { apiUrl } from './app/apiUrl';

const config: NextConfig = {
  // The browser calls /api/users on this server, which passes it on as /users to the API.
  rewrites: async () => [{ source: '/api/:path*', destination: `${apiUrl}/:path*` }],
  // Without it, Next.js looks for a lock file in the folders above.
  turbopack: { root: import.meta.dirname },
};

export default config;
