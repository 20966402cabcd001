import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { groups } from './scripts/areaChunks.ts'
import { endpoints } from './scripts/endpointsPlugin.ts'
import { locales } from './scripts/localesPlugin.ts'
import { preloads } from './scripts/preloadsPlugin.ts'
import { serviceWorker } from './scripts/serviceWorkerPlugin.ts'
import { verifyPage } from './scripts/verifyPagePlugin.ts'

/** Pages, copies, and the large pieces of `areaChunks.ts`. */
const named = /(Pages?\.tsx|copies\.ts)$|^(start|app|around|list|device|engine)$/
const api = process.env.TEND_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [react(), locales(), endpoints(), preloads(), verifyPage(), serviceWorker()],
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
        // The first files name some five hundred others: a short hash of each, and a name only of what is looked for by
        // it, saves three kilobytes of every screen.
        chunkFileNames: ({ name, facadeModuleId }) =>
          named.test(facadeModuleId ?? name) ? 'assets/[name]-[hash:7].js' : 'assets/[hash:7].js',
        assetFileNames: ({ names: [name = ''] }) =>
          name.endsWith('.css') ? 'assets/[hash:7][extname]' : 'assets/[name]-[hash][extname]',
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
