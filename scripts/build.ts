/**
 * Builds the web app into web/dist when it is absent or older than its sources. A hash of everything that goes in is kept beside the
 * result, so a second start costs some milliseconds and a pulled change is never served stale.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const root = fileURLToPath(new URL('..', import.meta.url))
const built = `${root}web/dist`
/** Where this process builds. Another may be serving the old files, or building too. */
const fresh = `${root}node_modules/.cache/tend-web-${process.pid}`
const sources = [
  'web/**/*',
  'shared/**/*.ts',
  'scripts/build.ts',
  'scripts/*Plugin.ts',
  'scripts/area*.ts',
  'vite.config.ts',
  'package.json',
  'package-lock.json',
]

/** The hash of all sources by path and content; tests do not count. */
function hashOfSources(): string {
  const hash = createHash('sha256')
  const files = globSync(sources, { cwd: root, withFileTypes: true, exclude: entry => entry.name === 'dist' })
    .filter(entry => entry.isFile() && !/\.test\.tsx?$/.test(entry.name))
    .map(entry => `${entry.parentPath}/${entry.name}`)
  for (const file of files.sort())
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0')
  return hash.digest('hex')
}

function builtHash(): string | undefined {
  try {
    return readFileSync(`${built}/.stamp`, 'utf8')
  } catch {
    return undefined
  }
}

/** Lays beside each text what goes over the wire, so that no server compresses the same file again for every visitor. */
function compress() {
  const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
  for (const file of globSync(`${fresh}/**/*.{js,css,json,svg,html,webmanifest}`)) {
    const bytes = readFileSync(file)
    writeFileSync(`${file}.br`, brotliCompressSync(bytes, { params }))
    writeFileSync(`${file}.gz`, gzipSync(bytes))
  }
}

/** Puts the fresh files in the place of the old ones, whole or not at all. */
function replaceBuilt() {
  const old = `${fresh}-old`
  if (existsSync(built)) renameSync(built, old)
  renameSync(fresh, built)
  rmSync(old, { recursive: true, force: true })
}

/**
 * Makes sure that web/dist is what the sources say; `log` is told before and after a build, and hears nothing when there is none.
 * The build has a process of its own: what it takes, a gigabyte, must not stay with the server. Rejects when the sources do not build.
 */
export async function buildWebIfStale(log: (line: string) => void): Promise<void> {
  if (builtHash() === hashOfSources()) return
  log('Building the web app')
  const started = performance.now()
  const builder = spawn(process.execPath, [fileURLToPath(import.meta.url)], {
    stdio: ['ignore', 'inherit', 'inherit'],
    // A server that a test has started would build what React is for developers.
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const [code] = await once(builder, 'exit')
  if (code !== 0) throw new Error('The web app could not be built.')
  log(`Web app built in ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

async function buildWeb(): Promise<void> {
  const hash = hashOfSources()
  const { build } = await import('vite')
  await build({ configFile: `${root}vite.config.ts`, logLevel: 'error', mode: 'production', build: { outDir: fresh } })
  compress()
  writeFileSync(`${fresh}/.stamp`, hash)
  replaceBuilt()
}

if (import.meta.main) await buildWeb()
