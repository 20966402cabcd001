/** A tend that was packed by `npm pack` and installed into an empty prefix, for tests. */
import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { onTestFinished } from 'vitest'

const root = fileURLToPath(new URL('../../..', import.meta.url))
export const call = promisify(execFile)

/** A folder that is removed at the end of the test, and that PostgreSQL's user may enter. */
export async function folder(): Promise<string> {
  const made = await mkdtemp(join(tmpdir(), 'tend-package-'))
  await chmod(made, 0o755)
  onTestFinished(() => rm(made, { recursive: true, force: true }))
  return made
}

/** Packs this checkout; the file of the package. */
export async function pack(into: string): Promise<string> {
  const { stdout } = await call('npm', ['pack', '--silent', '--pack-destination', into], { cwd: root })
  return join(into, stdout.trim().split('\n').at(-1) ?? '')
}

/** Why the registry cannot be reached, in npm's words, or undefined. */
export const missingRegistry = () =>
  call('npm', ['view', 'piscina', 'version', '--prefer-online']).then(
    () => undefined,
    (error: Error) => error.message,
  )

/** Without what the test runner adds: somebody types this in a shell of their own. */
const { NODE_ENV: _, VITEST: __, ...plain } = process.env
export const shell = { ...plain, LOG_LEVEL: 'error' }

/** Installs a package for everybody of a machine, with npm's cache or an empty one; the command `tend`. */
export async function install(file: string, cache?: string): Promise<string> {
  const prefix = await folder()
  const from = cache ? ['--cache', cache] : ['--prefer-offline']
  await call('npm', ['install', '-g', '--silent', '--prefix', prefix, ...from, file], { env: shell })
  return join(prefix, 'bin', 'tend')
}

/** What a command wrote, and how it ended. */
export const run = (command: string, words: string[], env: NodeJS.ProcessEnv) =>
  call(command, words, { env: { ...shell, ...env }, cwd: env.DATA_DIR }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  )

/** Starts it in an empty folder, and waits for its first page. */
export async function start(command: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const child = spawn(command, ['start'], { env: { ...shell, ...env }, cwd: env.DATA_DIR, stdio: 'inherit' })
  onTestFinished(async () => {
    if (!hasEnded(child)) await stop(child)
  })
  while (!(await answers(env, '/'))) {
    if (hasEnded(child)) throw new Error(`tend ended with ${child.exitCode ?? child.signalCode}.`)
    await sleep(50)
  }
  return child
}

/** Whether a process has ended by itself or was killed. */
export const hasEnded = ({ exitCode, signalCode }: ChildProcess) => exitCode !== null || signalCode !== null

/** Stops it as a service manager does; how it ended. */
export async function stop(child: ChildProcess): Promise<number> {
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  return (await ended)[0]
}

export const answers = ({ PORT }: NodeJS.ProcessEnv, path: string) =>
  fetch(`http://127.0.0.1:${PORT}${path}`).then(
    response => response.ok,
    () => false,
  )

/** Calls tend as a browser does. */
export async function post({ PORT }: NodeJS.ProcessEnv, path: string, body: object) {
  const response = await fetch(`http://127.0.0.1:${PORT}/api${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: response.status, text: await response.text() }
}

export async function freePort(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  server.close()
  return String(typeof address === 'object' ? address?.port : '')
}

/** The next version: the same package with another number and, where one is given, a migration more. */
export async function nextVersion(
  file: string,
  into: string,
  version: string,
  migration: string | null,
): Promise<string> {
  const unpacked = await folder()
  await call('tar', ['xzf', file, '-C', unpacked])
  const next = join(unpacked, 'package')
  const description = join(next, 'package.json')
  const { scripts: _scripts, devDependencies: _tools, ...rest } = JSON.parse(await readFile(description, 'utf8'))
  await writeFile(description, JSON.stringify({ ...rest, version }))
  if (migration) await writeFile(join(next, 'server/migrations/20991231235959_of-the-test.sql'), migration)
  await call('npm', ['pack', '--silent', '--pack-destination', into], { cwd: next })
  return join(into, `tend-${version}.tgz`)
}
