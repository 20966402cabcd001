#!/usr/bin/env node
// What npm runs, and the command `tend`: the server's bundle, built first where it is older than its sources. Node
// keeps what it compiled for the next start. This file alone is JavaScript, because it is read before that cache is on.
import { enableCompileCache, flushCompileCache } from 'node:module'
import { fileURLToPath, pathToFileURL } from 'node:url'

enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/tend-compiled', import.meta.url)))
const { buildServerIfStale } = await import('../scripts/build.ts')
const folder = await buildServerIfStale(line => console.error(line))
// A start reads nothing of the other commands.
const [, , command] = process.argv
const entry = command === undefined || command === '--demo' ? 'main' : 'cli'
await import(pathToFileURL(`${folder}/${entry}.js`).href)
flushCompileCache()
