#!/usr/bin/env node
// The command `tend`, and what npm runs. It is JavaScript that an old Node can read, because it hands over: to the
// version that the data folder names (docs/decisions/0103), on the Node that npm brought with that (0098), with the
// settings of 0076. A checkout runs the bundle that belongs to its sources, a package the one in it.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import module, { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=25']
const oldest = 24
/** With this code a tend ends that has stopped so that another version runs (server/lib/versions/switching.ts). */
const switchCode = 75
/** How long a version that is late has to end. */
const patienceMs = 5000
const words = process.argv.slice(2)
const isDemo = words.includes('--demo') || words.find(word => !word.startsWith('-')) === 'demo'
// A start reads nothing of the other commands.
const isStart = words.every(word => ['start', 'demo', '--demo', '--trial'].includes(word))

if (flags.every(flag => process.execArgv.includes(flag))) await run()
else handOver()

async function run() {
  // Node keeps what it compiled for the next start, where it may write.
  module.enableCompileCache(join(root, 'node_modules/.cache/tend-compiled'))
  const packed = join(root, 'server/dist/packed')
  const folder = existsSync(join(root, 'vite.server.config.ts')) ? await builtFolder() : packed
  await import(pathToFileURL(join(folder, isStart ? 'main.js' : 'cli.js')).href)
  module.flushCompileCache()
}

async function builtFolder() {
  const { buildServerIfStale } = await import('../scripts/build.ts')
  return buildServerIfStale(line => console.error(line))
}

function handOver() {
  process.env.TEND_INSTALLED = root
  const record = readRecord()
  if (!record) return runOn(root)
  if (record.state === 'failed') return runOn(folderOf(record.former, record))
  const folder = folderOf(record.current, record)
  if (record.state === 'served' || !isStart) return runOn(folder)
  // It has never served. Where it does not within its time, the former one serves again: its data is as it was.
  console.log(`Starting tend ${record.current} for the first time`)
  return watch(folder, record.readyWithin, () => {
    const after = readRecord()
    if (after?.state !== 'new') return false
    writeFileSync(`${recordFile()}.launch`, JSON.stringify({ ...after, state: 'failed' }, null, 1), { flush: true })
    renameSync(`${recordFile()}.launch`, recordFile())
    console.error(`tend ${after.current} does not start, and tend ${after.former} runs again.`)
    return true
  })
}

function recordFile() {
  return join(dataFolder(), 'versions', 'current.json')
}

function dataFolder() {
  return resolve(process.env.DATA_DIR || (isDemo ? 'data/demo' : 'data'))
}

function folderOf(version, { installed }) {
  return version === installed ? root : join(dataFolder(), 'versions', version, 'node_modules/tend')
}

/** What the data folder says of versions (server/lib/versions/versions.ts), unless npm has installed another since. */
function readRecord() {
  if (!existsSync(recordFile())) return undefined
  const record = JSON.parse(readFileSync(recordFile(), 'utf8'))
  const installed = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version
  return record.installed === installed ? record : undefined
}

/** The Node that npm brought with a version, or this one where npm brought none for this machine. */
function findNode(launch) {
  const system = process.platform === 'win32' ? 'win' : process.platform
  try {
    const packaged = createRequire(launch).resolve(`node-${system}-${process.arch}/package.json`)
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

/** The same command, run by the version in that folder in place of this process where the system can do that. */
function runOn(folder) {
  const launch = join(folder, 'server/launch.js')
  const node = findNode(launch)
  // Node 20 has no such call, and Windows neither: there this process stays, and passes signals on.
  if (process.execve && process.platform !== 'win32') {
    delete process.env.TEND_WATCHED
    process.execve(node, [node, ...flags, launch, ...words], process.env)
  }
  watch(folder, undefined, () => false)
}

/**
 * Runs it beside this process and ends as it does, unless it asks for another version to be started in its place, or
 * fails. `within` are the milliseconds in which it has to serve, `failed` answers whether its failure was noted.
 */
function watch(folder, within, failed) {
  const launch = join(folder, 'server/launch.js')
  const node = findNode(launch)
  const env = { ...process.env, TEND_WATCHED: '1' }
  const child = spawn(node, [...flags, launch, ...words], { stdio: 'inherit', env })
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2']
  let isStopping = false
  let isLate = false
  const pass = signal => {
    isStopping ||= signal !== 'SIGUSR2'
    child.kill(signal)
  }
  for (const signal of signals) process.on(signal, pass)
  const limit = setTimeout(() => {
    isLate = within !== undefined && readRecord()?.state === 'new'
    if (!isLate) return
    child.kill('SIGTERM')
    setTimeout(() => child.kill('SIGKILL'), patienceMs).unref()
  }, within ?? 0)
  limit.unref()
  child.on('error', error => {
    console.error(`${node} cannot be run: ${error.message}`)
    process.exitCode = 1
  })
  child.on('exit', (code, signal) => {
    clearTimeout(limit)
    for (const each of signals) process.off(each, pass)
    if (!isStopping && (code === switchCode || ((code !== 0 || isLate) && (failed() || isLate)))) return handOver()
    process.exitCode = code ?? 1
    if (signal && signal !== 'SIGKILL') process.kill(process.pid, signal)
  })
}
