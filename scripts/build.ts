/**
 * Builds the server's bundle and the web app when they are absent or older than their sources. A hash of all that goes
 * in is kept with each result, so a second start costs some milliseconds and a pulled change is never served stale.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
export const webFolder = `${root}web/dist`
/** Each bundle of the server has a folder of its own, because a running one still reads from its own. */
const serverFolder = `${root}server/dist`
const maxBundles = 3
/** The bundle that `npm pack` packs, and the only one of a package, which has no sources (scripts/package.ts). */
export const packedServer = `${serverFolder}/packed`
const hasSources = existsSync(`${root}vite.server.config.ts`)
/** Where this process builds. Another may be serving the old files, or building too. */
const freshWeb = `${root}node_modules/.cache/tend-web-${process.pid}`
const freshServer = `${serverFolder}/fresh-${process.pid}`
const webSources = [
  'web/**/*',
  'shared/**/*.ts',
  'scripts/build.ts',
  'scripts/*Plugin.ts',
  'scripts/chunks.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]
const serverSources = ['{server,shared}/**/*.ts', 'scripts/*.ts', 'vite.server.config.ts', 'package-lock.json']

type Say = (line: string) => void

/** The hash of all sources by path and content; tests do not count. */
function hashOf(sources: string[]): string {
  const hash = createHash('sha256')
  const files = globSync(sources, {
    cwd: root,
    withFileTypes: true,
    exclude: ({ name }) => name === 'dist' || name === 'test',
  })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => `${entry.parentPath}/${entry.name}`)
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

/**
 * Makes sure that web/dist is built from the sources as they are; `say` is told before and after a build, and hears
 * nothing when there is none. Rejects when the sources do not build.
 */
export async function buildWebIfStale(say: Say): Promise<void> {
  if (hasSources && webHash() !== hashOf(webSources)) await buildApart('web', 'the web app', say)
}

/** The same for the server; the folder of its bundle. */
export async function buildServerIfStale(say: Say): Promise<string> {
  if (!hasSources) return packedServer
  const folder = bundleOf(hashOf(serverSources))
  if (!existsSync(folder)) await buildApart('server', 'the server', say)
  return folder
}

/** A build has a process of its own: what it takes, a gigabyte, must not stay with the server. */
async function buildApart(what: 'web' | 'server', name: string, say: Say): Promise<void> {
  say(`Building ${name}`)
  const started = performance.now()
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url), what], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A server that a test has started would build what React is for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error(`Building ${name} failed.`)
  say(`Built ${name} in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

function webHash(): string | undefined {
  try {
    return readFileSync(`${webFolder}/.stamp`, 'utf8')
  } catch {
    return undefined
  }
}

const bundleOf = (hash: string) => `${serverFolder}/${hash.slice(0, 16)}`

async function buildWeb(): Promise<void> {
  const hash = hashOf(webSources)
  await build('vite.config.ts', freshWeb)
  compress()
  writeFileSync(`${freshWeb}/.stamp`, hash)
  replaceWeb()
}

async function buildServer(): Promise<void> {
  const folder = bundleOf(hashOf(serverSources))
  await build('vite.server.config.ts', freshServer)
  if (existsSync(folder)) rmSync(freshServer, { recursive: true })
  else renameSync(freshServer, folder)
  const age = (bundle: string) => statSync(bundle).mtimeMs
  // The packed one has no hash, and begins with a p.
  const bundles = globSync(`${serverFolder}/[!p]*`).sort((a, b) => age(b) - age(a))
  for (const old of bundles.slice(maxBundles)) rmSync(old, { recursive: true, force: true })
}

async function build(config: string, outDir: string): Promise<void> {
  const vite = await import('vite')
  await vite.build({ configFile: root + config, logLevel: 'error', mode: 'production', build: { outDir } })
}

/** Compresses each text beside it, so that no server compresses the same file for every visitor. */
function compress() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  for (const file of globSync(`${freshWeb}/**/*.{js,css,json,svg,html,webmanifest}`)) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}

/** Puts the fresh files in the place of the old ones, whole or not at all. */
function replaceWeb() {
  const old = `${freshWeb}-old`
  if (existsSync(webFolder)) renameSync(webFolder, old)
  renameSync(freshWeb, webFolder)
  rmSync(old, { recursive: true, force: true })
}

/** `npm run build` builds both; a start builds a stale one. */
if (import.meta.main) {
  const [what] = process.argv.slice(2)
  if (what !== 'web') await buildServer()
  if (what !== 'server') await buildWeb()
}
