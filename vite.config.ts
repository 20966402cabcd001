import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { groups } from './scripts/areaChunks.ts'
import { doors } from './scripts/doorsPlugin.ts'
import { endpoints } from './scripts/endpointsPlugin.ts'
import { firstFiles } from './scripts/firstFilesPlugin.ts'
import { locales } from './scripts/localesPlugin.ts'
import { preloads } from './scripts/preloadsPlugin.ts'
import { serviceWorker } from './scripts/serviceWorkerPlugin.ts'
import { verifyPage } from './scripts/verifyPagePlugin.ts'

const api = process.env.TEND_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [react(), locales(), endpoints(), firstFiles(), preloads(), doors(), verifyPage(), serviceWorker()],
  // Written for today's engines; what the package names is for older ones, a twentieth more and slower to begin.
  resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] },
  define: { __TEND_VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // The first files name some five hundred others: a shorter hash of each is half a kilobyte.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        codeSplitting: { groups },
      },
    },
  },
  server: {
    host: '127.0.0.1',
    port: 5173,
    proxy: {
      '/api': api,
      '/storage': api,
      '/broadcasting': api,
      '/app/': { target: api, ws: true },
    },
  },
})
