import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  // The names that begin with API_, from the environment and .env files.
  const { API_URL = 'http://127.0.0.1:4500' } = loadEnv(mode, import.meta.dirname, 'API_');
  return {
    plugins: [react()],
    server: { proxy: { '/api': API_URL } },
    // Three pages: the desk, one that works offline, and one with TanStack Query.
    build: { rollupOptions: { input: ['index.html', 'offline.html', 'tanstack.html'] } },
  };
});
