import react from '@vitejs/plugin-react';
import { defineConfig, loadEnv } from 'vite';

export default defineConfig(({ mode }) => {
  // The names that begin with API_, from the environment and .env files.
  const { API_URL = 'http://127.0.0.1:4400' } = loadEnv(mode, import.meta.dirname, 'API_');
  return {
    plugins: [react()],
    server: {
      // The page calls /api/users, the server gets /users: the browser knows one origin only.
      proxy: { '/api': { target: API_URL, rewrite: (path) => path.replace(/^\/api/, '') } },
    },
  };
});
