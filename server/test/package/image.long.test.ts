/**
 * The image of `deploy/Dockerfile`, built by buildah on a Debian that debootstrap makes, and entered as an engine
 * would: without root, with a root that nobody writes to, in namespaces of its own. `IMAGE_BASE` names a folder with
 * Debian, Node and npm that was made before.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { chown, copyFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { call, folder, hasEnded, missingRegistry } from './installed.ts'

const checkout = fileURLToPath(new URL('../../..', import.meta.url))
const programs = ['buildah', 'debootstrap', 'unshare', 'nsenter', 'ip']
const path = `${process.env.PATH}:/usr/sbin:/sbin`
const debian = 'http://deb.debian.org/debian'
const certificates = '/etc/ssl/certs/ca-certificates.crt'
/** The user `node` of the usual image of Node. */
const user = 1000
const minute = 60_000

const missing = process.getuid?.() === 0 ? programs.filter(name => !isThere(name)) : ['root']
const reason = missing.length > 0 ? `it needs ${missing.join(', ')}` : await missingRegistry()
if (reason) console.log(`Skipped: building and starting the image, because ${reason}`)

function isThere(program: string): boolean {
  return path.split(':').some(place => existsSync(join(place, program)))
}

const run = (program: string, ...words: string[]) =>
  call(program, words, { env: { ...process.env, PATH: path }, cwd: checkout, maxBuffer: 64 * 1024 * 1024 })

/** A folder with Debian, the Node that runs this, npm and the user `node`, in place of the image of Node. */
async function baseFolder(): Promise<string> {
  if (process.env.IMAGE_BASE) return process.env.IMAGE_BASE
  const base = await folder()
  await run('debootstrap', '--variant=minbase', '--include=ca-certificates', 'bookworm', base, debian)
  await copyFile(process.execPath, join(base, 'usr/local/bin/node'))
  await run('npm', 'install', '-g', '--silent', '--prefix', join(base, 'usr/local'), 'npm@11')
  await run('chroot', base, 'useradd', '--uid', String(user), '--create-home', 'node')
  // Where this machine trusts certificates of its own, npm needs them.
  const trusted = process.env.NODE_EXTRA_CA_CERTS
  if (trusted) await copyFile(trusted, join(base, certificates))
  return base
}

type Image = { root: string; settings: { env: string[]; command: string[]; health: string[]; user: string } }

/** Builds the image; its root, mounted, and what it says of itself. */
async function build(): Promise<Image> {
  const store = await folder()
  const buildah = async (...words: string[]) => {
    const places = ['--root', join(store, 'images'), '--runroot', join(store, 'run'), '--storage-driver', 'vfs']
    return (await run('buildah', ...places, ...words)).stdout.trim()
  }
  const base = 'localhost/node:24'
  const made = await buildah('from', 'scratch')
  await buildah('add', '--quiet', made, await baseFolder(), '/')
  const [own, system] = ['/usr/local/sbin:/usr/local/bin', '/usr/sbin:/usr/bin:/sbin:/bin']
  await buildah('config', '--env', `PATH=${own}:${system}`, '--env', `NODE_EXTRA_CA_CERTS=${certificates}`, made)
  await buildah('commit', '--quiet', '--rm', made, base)
  const context = ['--ignorefile', 'deploy/Dockerfile.dockerignore', '--file', 'deploy/Dockerfile']
  const how = ['--isolation', 'chroot', '--network', 'host', '--format', 'docker', '--build-arg', `BASE=${base}`]
  await buildah('bud', ...how, ...context, '--tag', 'localhost/tend', '.')
  const container = await buildah('from', '--pull-never', 'localhost/tend')
  const { Docker } = JSON.parse(await buildah('inspect', '--type', 'image', 'localhost/tend'))
  const { Env, Cmd, Healthcheck, User, Volumes, ExposedPorts } = Docker.config
  expect([Object.keys(Volumes), Object.keys(ExposedPorts)]).toEqual([['/storage'], ['80/tcp']])
  const root = await buildah('mount', container)
  return { root, settings: { env: Env, command: Cmd, health: Healthcheck.Test.slice(1), user: User } }
}

/** What an engine gives: a root that nobody writes to, memory at /tmp, the volume, its own network and processes. */
const inside = `set -e
mount --make-rprivate /
mount --bind "$ROOT" "$ROOT"
mount -o remount,bind,ro "$ROOT"
mount --rbind /dev "$ROOT/dev"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/dev/shm"
mount -t proc proc "$ROOT/proc"
mount -t tmpfs -o mode=1777 tmpfs "$ROOT/tmp"
mount --bind "$VOLUME" "$ROOT/storage"
ip link set lo up
echo 0 > /proc/sys/net/ipv4/ip_unprivileged_port_start
exec chroot --userspec=${user}:${user} "$ROOT" /usr/bin/env -i "$@"`

type Container = {
  stop: (signal?: NodeJS.Signals) => Promise<number>
  exec: (...words: string[]) => Promise<Ended>
  said: () => string
}
type Ended = { code: number; stdout: string; stderr: string }

/** Starts a container of the image with a volume: with its own command, or with another. */
async function startContainer({ root, settings }: Image, volume: string, command = settings.command) {
  const env = [...settings.env, 'HOME=/home/node', `SECRET_KEY_BASE=${'of the host '.repeat(6)}`, 'LOG_LEVEL=error']
  const outer = spawn(
    'unshare',
    [...['--mount', '--net', '--pid', '--fork', '--kill-child', 'sh', '-c', inside, 'sh'], ...env, ...command],
    { env: { PATH: path, ROOT: root, VOLUME: volume }, stdio: ['ignore', 'pipe', 'pipe'] },
  )
  let said = ''
  for (const stream of [outer.stdout, outer.stderr]) stream.on('data', piece => (said += piece))
  const first = await firstOf(outer, () => said)
  const exec = (...words: string[]) => {
    const enter = ['--target', String(first), '--mount', '--net', '--pid', `chroot`, `--userspec=${user}:${user}`, root]
    return run('nsenter', ...enter, '/usr/bin/env', '-i', ...env, ...words).then(
      ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
      ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
    )
  }
  const stop = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (hasEnded(outer)) return outer.exitCode ?? -1
    const ended = once(outer, 'exit')
    process.kill(first, signal)
    return (await ended)[0]
  }
  onTestFinished(async () => {
    await stop('SIGKILL')
  })
  const container: Container = { stop, exec, said: () => said }
  return container
}

/** The process that is the first one inside, once it is what was asked for. */
async function firstOf(outer: ChildProcess, said: () => string): Promise<number> {
  for (;;) {
    const children = existsSync(`/proc/${outer.pid}/task/${outer.pid}/children`)
      ? readFileSync(`/proc/${outer.pid}/task/${outer.pid}/children`, 'utf8').trim()
      : ''
    const isInside =
      children !== '' && !/^(unshare|sh|chroot|env)\0/.test(readFileSync(`/proc/${children}/cmdline`, 'utf8'))
    if (isInside) return Number(children)
    if (hasEnded(outer)) throw new Error(`The container ended: ${said()}`)
    await sleep(50)
  }
}

/** Waits for the image's own check of its health. */
async function healthy(container: Container, { settings }: Image): Promise<void> {
  const until = Date.now() + 3 * minute
  while ((await container.exec(...settings.health)).code !== 0) {
    if (Date.now() > until) throw new Error(`It does not get healthy: ${container.said()}`)
    await sleep(500)
  }
}

const asking = `const [method, path, body, token] = process.argv.slice(1)
const headers = { 'content-type': 'application/json', ...(token && { authorization: 'Bearer ' + token }) }
fetch('http://127.0.0.1' + path, { method, headers, ...(body && { body }) })
  .then(async answer => console.log(JSON.stringify({ status: answer.status, text: await answer.text() })))`

/** Calls tend at port 80, where the container alone reaches it. */
async function ask(container: Container, method: string, address: string, body?: object, token = '') {
  const words = [method, address, body ? JSON.stringify(body) : '', token]
  const { stdout, stderr } = await container.exec('node', '-e', asking, ...words)
  if (stdout === '') throw new Error(stderr)
  const { status, text } = JSON.parse(stdout)
  return { status, data: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text }
}

/** A folder that the image's user may write to. */
async function volumeFolder(): Promise<string> {
  const volume = await folder()
  await chown(volume, user, user)
  return volume
}

const anna = { name: 'Anna Farmer', email: 'anna@farm.example', password: 'correct horse battery' }

test.skipIf(reason)(
  'the image runs without root on a root that nobody writes to, and its hooks bring a copied volume back',
  async () => {
    const image = await build()
    expect(image.settings.user).toBe('node')
    const volume = await volumeFolder()
    const first = await startContainer(image, volume)
    await healthy(first, image)
    expect((await ask(first, 'GET', '/up')).status).toBe(200)
    expect((await first.exec('id', '-u')).stdout.trim()).toBe(String(user))
    expect((await first.exec('touch', '/written')).stderr).toContain('Read-only file system')
    const link = JSON.parse((await first.exec('tend', 'admin', 'link', '--json')).stdout).address
    const token = link.split('/').at(-1)
    const signedIn = await ask(first, 'POST', '/api/auth/first-administrator', { ...anna, token })
    expect(signedIn.status).toBe(201)
    const place = { name: 'Green Valley', country_id: 826, language_id: 1, time_zone: 'Europe/London' }
    expect((await ask(first, 'POST', '/api/company', place, signedIn.data.data.token)).status).toBe(201)

    // ONCE calls the hook, copies the volume of the running tend, and calls the other hook in a new one.
    const before = await first.exec('/hooks/pre-backup')
    expect([before.code, before.stderr]).toEqual([0, ''])
    const copy = await volumeFolder()
    await run('cp', '--archive', `${volume}/.`, copy)
    expect(await first.stop()).toBe(0)
    const between = await startContainer(image, copy, ['sleep', 'infinity'])
    const after = await between.exec('/hooks/post-restore')
    expect([after.code, after.stderr]).toEqual([0, ''])
    await between.stop('SIGKILL')
    const again = await startContainer(image, copy)
    await healthy(again, image)
    const { email, password } = anna
    const back = await ask(again, 'POST', '/api/auth/login', { email, password })
    expect(back.status).toBe(200)
    const companies = await ask(again, 'GET', '/api/company', undefined, back.data.data.token)
    expect(companies.data.data).toMatchObject([{ name: 'Green Valley' }])
    expect(await again.stop()).toBe(0)
  },
  45 * minute,
)
