import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { bundledPackages } from './scripts/bundledPackagesPlugin.ts'
import { groups } from './scripts/chunks.ts'
import { compileHints } from './scripts/compileHintsPlugin.ts'
import { endpoints } from './scripts/endpointsPlugin.ts'
import { locales } from './scripts/localesPlugin.ts'
import { serviceWorker } from './scripts/serviceWorkerPlugin.ts'
import { verifyPage } from './scripts/verifyPagePlugin.ts'

/** Files that journeys look for by their names. */
const named = /(OutboxPage\.tsx|copies\.ts)$/
const api = process.env.TEND_API ?? 'http://127.0.0.1:3000'

export default defineConfig({
  root: 'web',
  plugins: [react(), locales(), endpoints(), verifyPage(), compileHints(), serviceWorker(), bundledPackages()],
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
    modulePreload: {
      polyfill: false,
      // Only the first file names what comes with the app: the lists of all pages would be eight kilobytes of each.
      resolveDependencies: (_, files, { hostId, hostType }) =>
        hostType === 'html' || hostId.startsWith('assets/index-') ? files : [],
    },
    rolldownOptions: {
      // Of Mantine's and the icons' thousands of modules only those that are named are read.
      experimental: { lazyBarrel: true },
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
