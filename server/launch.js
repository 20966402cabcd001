// What npm runs. Node keeps what it made of the TypeScript files, so that the next start neither translates nor compiles them again, and
// the translator takes no memory beside the server. This file alone is JavaScript, because it is read before the cache is on.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/tend-compiled', import.meta.url)))
const { resolveFromKnowledge } = await import('./lib/knownModules.ts')
resolveFromKnowledge()
await import('./main.ts')
flushCompileCache()
