#!/usr/bin/env node
// The command `tend`, and what npm runs. It is JavaScript that an old Node can read: tend runs on the Node that npm
// brought with it, with the settings of docs/decisions/0076, and this file hands over to it. A checkout runs the
// bundle that belongs to its sources, a package the one in it.
import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=25']
const oldest = 24

if (flags.every(flag => process.execArgv.includes(flag))) await run()
else handOver(findNode())

async function run() {
  // Node keeps what it compiled for the next start, where it may write.
  module.enableCompileCache(join(root, 'node_modules/.cache/tend-compiled'))
  const packed = join(root, 'server/dist/packed')
  const folder = existsSync(join(root, 'vite.server.config.ts')) ? await builtFolder() : packed
  // A start reads nothing of the other commands.
  const isStart = process.argv.slice(2).every(word => ['start', 'demo', '--demo'].includes(word))
  await import(pathToFileURL(join(folder, isStart ? 'main.js' : 'cli.js')).href)
  module.flushCompileCache()
}

async function builtFolder() {
  const { buildServerIfStale } = await import('../scripts/build.ts')
  return buildServerIfStale(line => console.error(line))
}

/** The Node that npm brought, or this one where npm brought none for this machine. */
function findNode() {
  const system = process.platform === 'win32' ? 'win' : process.platform
  try {
    const packaged = createRequire(import.meta.url).resolve(`node-${system}-${process.arch}/package.json`)
    return join(dirname(packaged), 'bin', system === 'win' ? 'node.exe' : 'node')
  } catch {
    // npm has none for this system, or was told to leave out optional packages.
  }
  if (Number.parseInt(process.versions.node, 10) >= oldest) return process.execPath
  console.error(
    `tend needs Node ${oldest} or newer, and this is ${process.versions.node}. On Linux and Windows npm brings the ` +
      `right one, unless it was told --omit=optional. Otherwise install Node ${oldest} from https://nodejs.org.`,
  )
  return process.exit(1)
}

/** The same command, run by that Node in place of this process where the system can do that. */
function handOver(node) {
  const words = [...flags, fileURLToPath(import.meta.url), ...process.argv.slice(2)]
  // Node 20 has no such call, and Windows neither: there this process stays, and passes signals on.
  if (process.execve && process.platform !== 'win32') process.execve(node, [node, ...words], process.env)
  const child = spawn(node, words, { stdio: 'inherit' })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  for (const signal of signals) process.on(signal, () => child.kill(signal))
  child.on('error', error => {
    console.error(`${node} cannot be run: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    process.exitCode = code ?? 1
    if (!signal || signal === 'SIGKILL') return
    for (const each of signals) process.removeAllListeners(each)
    process.kill(process.pid, signal)
  })
}
