import type { NextConfig } from 'next';

const config: NextConfig = {
  // The parent folder has a lock file of its own.
  turbopack: { root: import.meta.dirname },
};

export default config;
