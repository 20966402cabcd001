// What npm runs: the server's bundle, built first where it is older than its sources. Node keeps what it compiled for
// the next start. This file alone is JavaScript, because it is read before that cache is on.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/tend-compiled', import.meta.url)))
const { buildServerIfStale } = await import('../scripts/build.ts')
const folder = await buildServerIfStale(line => console.log(line))
await import(pathToFileURL(`${folder}/main.js`).href)
flushCompileCache()
