import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import manifest from './package.json' with { type: 'json' }
import { endpoints } from './scripts/endpointsPlugin.ts'
import { locales } from './scripts/localesPlugin.ts'
import { serviceWorker } from './scripts/serviceWorkerPlugin.ts'

const api = process.env.TEND_API ?? 'http://127.0.0.1:3000'

/** All that the first page imports, in one file: left alone, shared modules become dozens of small ones, which compress badly. */
const start = {
  name: 'start',
  priority: 3,
  tags: ['$initial' as const],
  // The entry itself stays outside, or it is missing in the manifest.
  test: (id: string) => !/(main\.tsx|\.html)$/.test(id),
}
/** What the shell shares with forms that are filled in by their public links: those load this, and not the shell. */
const shared = {
  name: 'shared',
  priority: 2,
  test: /[\\/]Icon(ArrowLeft|ChevronDown)\.|@mantine[\\/]hooks[\\/]esm[\\/]use-merged-ref|@mantine[\\/]core[\\/]esm[\\/]core[\\/]utils[\\/]create-safe-context|shared[\\/]lib[\\/]localizedText|web[\\/](lib[\\/](attemptKey|offline[\\/]pad)|theme[\\/]shellStyles|ui[\\/](StatusBadge|toast))\.tsx?$/,
}
/** What every signed-in screen needs, and what that imports: another one. */
const shell = {
  name: 'shell',
  priority: 1,
  test: /node_modules[\\/]@(tanstack|casl|ucast|floating-ui)[\\/]|web[\\/](App|router|realtime|shell[\\/]Shell|lib[\\/]api|ui[\\/](PathLink|PageHeader|ErrorState|useList|ListToolbar))\.tsx?$/,
}

export default defineConfig({
  root: 'web',
  plugins: [react(), locales(), endpoints(), serviceWorker()],
  define: { __TEND_VERSION__: JSON.stringify(manifest.version) },
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2022',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 600,
    rolldownOptions: { output: { codeSplitting: { groups: [start, shared, shell] } } },
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
