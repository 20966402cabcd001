/** TLS=auto against Pebble, the small authority that Let's Encrypt tests with, by Debian's package. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { get } from 'node:http'
import { Agent } from 'node:https'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import acme from 'acme-client'
import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { health } from '#shared/system/health.ts'
import { type Running, startTend } from '../../start.ts'
import { renewCertificate } from '../../system/certificates.ts'
import { admin, platform } from '../../test/people.ts'
import { tend, workOn } from '../../test/tend.ts'
import { readConfig } from '../config/config.ts'

const programs = ['pebble', 'pebble-challtestsrv']
const name = 'tend.example.test'
const [cert, key] = ['cert', 'key'].map(file => fileURLToPath(new URL(`../../test/tls/${file}.pem`, import.meta.url)))
const usualAgent = acme.axios.defaults.httpsAgent
let folder: string
let children: ChildProcess[] = []

const isInstalled = programs.every(program => {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`])
    return true
  } catch {
    return false
  }
})

async function freePorts(count: number): Promise<number[]> {
  const sockets = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(sockets.map(socket => once(socket, 'listening')))
  const ports = sockets.map(socket => (socket.address() as { port: number }).port)
  for (const socket of sockets) socket.close()
  await Promise.all(sockets.map(socket => once(socket, 'close')))
  return ports
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tend-acme-'))
  acme.axios.defaults.httpsAgent = new Agent({ ca: await readFile(cert ?? '') })
})
afterEach(async () => {
  for (const child of children) {
    const ended = once(child, 'exit')
    if (child.kill('SIGKILL')) await ended
  }
  children = []
  await platform(db => db.execute(sql`delete from platform_settings`))
})
afterAll(async () => {
  acme.axios.defaults.httpsAgent = usualAgent
  await rm(folder, { recursive: true, force: true })
})

/** An authority that asks this machine at these ports. Returns the address of its directory. */
async function startPebble(httpPort: number, tlsPort: number): Promise<string> {
  const [dns = 0, port = 0, management = 0] = await freePorts(3)
  const config = join(folder, 'pebble.json')
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    ...{ certificate: cert, privateKey: key, httpPort, tlsPort, ocspResponderURL: '' },
    externalAccountBindingRequired: false,
  }
  await writeFile(config, JSON.stringify({ pebble }))
  const env = { ...process.env, PEBBLE_VA_NOSLEEP: '1', PEBBLE_WFE_NONCEREJECT: '0' }
  const off = ['http01', 'https01', 'tlsalpn01', 'doh'].map(one => `-${one}=`)
  children = [
    spawn(
      'pebble-challtestsrv',
      [
        '-dns01',
        `127.0.0.1:${dns}`,
        ...off.slice(0, 3),
        '-defaultIPv6',
        '',
        '-defaultIPv4',
        '127.0.0.1',
        '-management',
        '',
      ],
      { env },
    ),
    spawn('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dns}`], { env }),
  ]
  let said = ''
  for (const child of children)
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', piece => (said += piece))
  const directory = `https://localhost:${port}/dir`
  await expect
    .poll(
      () =>
        acme.axios.get(directory).then(
          ({ status }) => status,
          () => said,
        ),
      { timeout: 20_000 },
    )
    .toBe(200)
  return directory
}

const served = (port: number) =>
  new Promise<X509Certificate>((resolve, reject) => {
    const socket = connect({ port, host: '127.0.0.1', servername: name, rejectUnauthorized: false }, () => {
      resolve(new X509Certificate(socket.getPeerCertificate().raw))
      socket.destroy()
    }).on('error', reject)
  })

async function startWith(
  settings: Record<string, string>,
): Promise<{ running: Running; dataDir: string; back: () => Promise<void> }> {
  const { ownerUrl } = await tend()
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const given = {
    DATA_DIR: dataDir,
    LOG_LEVEL: 'silent',
    TLS: 'auto',
    TLS_NAMES: name,
    ACME_EMAIL: 'anna@farm.example',
  }
  const config = readConfig({ ...given, ...settings }, { demo: false, version: '1.3.9' })
  const running = await startTend(config, ownerUrl, { worksJobs: false })
  await running.app.listen({ port: config.port, host: '127.0.0.1' })
  return { running, dataDir, back: workOn(running, ownerUrl) }
}

for (const way of ['http-01', 'tls-alpn-01'])
  test(`a certificate is got by ${way}, served at once, kept for its user alone, and renewed`, async ({ skip }) => {
    if (!isInstalled) skip('pebble is not installed')
    const [port = 0, plain = 0] = await freePorts(2)
    const directory = await startPebble(way === 'http-01' ? plain : 1, port)
    const { running, dataDir, back } = await startWith({
      ...{ PORT: String(port), ACME_DIRECTORY: directory },
      HTTP_PORT: way === 'http-01' ? String(plain) : 'off',
    })
    try {
      await expect.poll(async () => (await served(port)).issuer, { timeout: 60_000 }).toContain('Pebble')
      const first = await served(port)
      expect(first.checkHost(name)).toBe(name)
      for (const file of ['account', 'certificate', 'key'])
        if (file !== 'account') expect((await stat(join(dataDir, 'tls', `${file}.pem`))).mode & 0o777).toBe(0o600)
      const { rows } = await platform(db => db.execute(sql`select value from platform_settings where value <> ''`))
      expect(rows).toEqual([])
      if (way === 'http-01') {
        const answer = await new Promise<{ status: number | undefined; location: string | undefined }>(resolve =>
          get({ port: plain, host: '127.0.0.1', path: '/tasks?a=1', headers: { host: name } }, response => {
            resolve({ status: response.statusCode, location: response.headers.location })
            response.resume()
          }),
        )
        expect(answer).toEqual({ status: 308, location: `https://${name}:${port}/tasks?a=1` })
      }
      // Nothing is due, so nothing is asked; with another name a new one is.
      const { config } = running.services
      await renewCertificate(running.services)
      expect((await served(port)).serialNumber).toBe(first.serialNumber)
      config.acme?.names.push(`www.${name}`)
      await renewCertificate(running.services)
      expect((await served(port)).checkHost(`www.${name}`)).toBe(`www.${name}`)
    } finally {
      await back()
      await running.stop()
    }
  }, 180_000)

test('of two nodes both serve the certificate, and one answers for the order of the other', async ({ skip }) => {
  if (!isInstalled) skip('pebble is not installed')
  const [port = 0, plain = 0, otherPort = 0, otherPlain = 0] = await freePorts(4)
  // The authority reaches the first node alone.
  const directory = await startPebble(plain, 1)
  const node = (port: number, plain: number) =>
    startWith({
      ...{ PORT: String(port), HTTP_PORT: String(plain), ACME_DIRECTORY: directory },
      SETTINGS_SECRET: 'by which both nodes read the certificate',
    })
  const first = await node(port, plain)
  try {
    await expect.poll(async () => (await served(port)).issuer, { timeout: 60_000 }).toContain('Pebble')
    const other = await node(otherPort, otherPlain)
    try {
      expect((await served(otherPort)).serialNumber).toBe((await served(port)).serialNumber)
      other.running.services.config.acme?.names.push(`www.${name}`)
      await renewCertificate(other.running.services)
      for (const one of [otherPort, port])
        await expect.poll(async () => (await served(one)).checkHost(`www.${name}`), { timeout: 60_000 }).toBeTruthy()
      expect((await served(otherPort)).serialNumber).toBe((await served(port)).serialNumber)
    } finally {
      await other.back()
      await other.running.stop()
    }
  } finally {
    await first.back()
    await first.running.stop()
  }
}, 180_000)

test('an authority that cannot reach tend is asked again later, and the health page says why', async ({ skip }) => {
  if (!isInstalled) skip('pebble is not installed')
  const [port = 0, plain = 0] = await freePorts(2)
  const directory = await startPebble(1, 1)
  const { running, back } = await startWith({ PORT: String(port), ACME_DIRECTORY: directory, HTTP_PORT: String(plain) })
  try {
    const root = await admin()
    const address = async () => (await root.call(health.get, {})).areas.find(({ area }) => area === 'address')
    await expect.poll(async () => (await address())?.facts.tls_error, { timeout: 60_000 }).toContain('http-01')
    expect(await address()).toMatchObject({ light: 'failed', advice: 'uncertified' })
    const before = running.services.settings.kept['acme.state']
    await renewCertificate(running.services)
    expect(running.services.settings.kept['acme.state']).toBe(before)
  } finally {
    await back()
    await running.stop()
  }
}, 180_000)
