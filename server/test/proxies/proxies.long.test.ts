/** The proxies of `deploy/` before a real tend: each with the file that people copy, on ports of this test. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { request as https } from 'node:https'
import { createServer as createSocket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { mount } from '../../httpServer.ts'
import { createServer } from '../../lib/http/server.ts'
import { readTrustProxy } from '../../lib/network/network.ts'
import { admin, type Person } from '../people.ts'
import { tend } from '../tend.ts'

const root = fileURLToPath(new URL('../../..', import.meta.url))
const [cert, key] = ['cert', 'key'].map(name => `${root}server/test/tls/${name}.pem`)
let app: FastifyInstance
let folder: string
let person: Person
let upstream: number

beforeAll(async () => {
  const { services } = await tend()
  person = await admin()
  const config = { ...services.config, trustProxy: readTrustProxy('true') }
  app = createServer(config)
  await mount(app, { ...services, config })
  upstream = Number(new URL(await app.listen({ port: 0, host: '127.0.0.1' })).port)
  folder = await mkdtemp(join(tmpdir(), 'tend-proxies-'))
  await writeFile(join(folder, 'both.pem'), (await readFile(cert ?? '', 'utf8')) + (await readFile(key ?? '', 'utf8')))
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

async function freePort(): Promise<number> {
  const socket = createSocket().listen(0, '127.0.0.1')
  await once(socket, 'listening')
  const { port } = socket.address() as { port: number }
  socket.close()
  await once(socket, 'close')
  return port
}

type Ports = { plain: number; secure: number }
type Proxy = {
  file: string
  program: string
  prepare: (text: string, ports: Ports) => string
  words: (file: string) => string[]
}

const proxies: Proxy[] = [
  {
    file: 'nginx.conf',
    program: 'nginx',
    prepare: (text, { plain, secure }) =>
      `daemon off; pid ${folder}/nginx.pid; error_log ${folder}/nginx.error; events {}\nhttp {\n${text
        .replace('listen 80;', `listen 127.0.0.1:${plain};`)
        .replace(/^ +listen 443/m, `listen 127.0.0.1:${secure}`)
        .replace(/ssl_certificate .+;/, `ssl_certificate ${cert};`)
        .replace(/ssl_certificate_key .+;/, `ssl_certificate_key ${key};`)
        .replace('/var/log/nginx/tend.log', `${folder}/nginx.log`)
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`)
        .replaceAll('tend.example.org', 'localhost')}}`,
    words: file => ['-c', file, '-p', folder],
  },
  {
    file: 'Caddyfile',
    program: 'caddy',
    prepare: (text, { plain, secure }) =>
      `{\n admin off\n http_port ${plain}\n https_port ${secure}\n}\n${text
        .replace(
          /^\{\$TEND_HOST.+\} \{$/m,
          `https://localhost:${secure} {\n tls ${cert} ${key}\n log {\n output file ${folder}/caddy.log\n }`,
        )
        // Its name before Caddy 2.8, which Debian has.
        .replace('log_skip', oldCaddy() ? 'skip_log' : 'log_skip')
        .replace(/\{\$TEND_UPSTREAM.+?\}/, `127.0.0.1:${upstream}`)}`,
    words: file => ['run', '--config', file, '--adapter', 'caddyfile'],
  },
  {
    file: 'haproxy.cfg',
    program: 'haproxy',
    prepare: (text, { plain, secure }) =>
      text
        .replace('bind *:80', `bind 127.0.0.1:${plain}`)
        .replace('bind *:443', `bind 127.0.0.1:${secure}`)
        .replace('/etc/haproxy/certs/tend.example.org.pem', join(folder, 'both.pem'))
        .replace('127.0.0.1:3000', `127.0.0.1:${upstream}`),
    words: file => ['-f', file],
  },
]

function isInstalled(program: string): boolean {
  try {
    execFileSync('sh', ['-c', `command -v ${program}`], { env: { PATH: `${process.env.PATH}:/usr/sbin` } })
    return true
  } catch {
    return false
  }
}

const oldCaddy = () => /^v?2\.[0-7]\./.test(execFileSync('caddy', ['version'], { encoding: 'utf8' }))

type Answer = { status: number; headers: NodeJS.Dict<string | string[]>; body: string }

/** A call by https; `size` bytes follow as a file. */
function ask(port: number, path: string, headers: Record<string, string> = {}, size = 0): Promise<Answer> {
  const edge = 'tend-edge'
  const head = `--${edge}\r\nContent-Disposition: form-data; name="file"; filename="a.bin"\r\n\r\n`
  const tail = `\r\n--${edge}--\r\n`
  return new Promise((resolve, reject) => {
    const asked = https(
      {
        ...{ port, path, host: 'localhost', rejectUnauthorized: false, method: size ? 'POST' : 'GET' },
        headers: {
          ...headers,
          ...(size && {
            'content-type': `multipart/form-data; boundary=${edge}`,
            'content-length': head.length + size + tail.length,
          }),
        },
      },
      async answer => {
        let body = ''
        for await (const piece of answer.setEncoding('utf8')) body += piece
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body })
      },
    ).on('error', reject)
    if (size) {
      asked.write(head)
      asked.write(Buffer.alloc(size))
      asked.write(tail)
    }
    asked.end()
  })
}

for (const { file, program, prepare, words } of proxies)
  test(`${program} by deploy/${file} passes on calls, addresses, sockets and large bodies`, async ({ skip }) => {
    if (!isInstalled(program)) skip(`${program} is not installed`)
    const ports = { plain: await freePort(), secure: await freePort() }
    const config = join(folder, file)
    await writeFile(config, prepare(await readFile(`${root}deploy/${file}`, 'utf8'), ports))
    let said = ''
    const proxy: ChildProcess = spawn(program, words(config), {
      env: { ...process.env, PATH: `${process.env.PATH}:/usr/sbin`, HOME: folder },
    })
    for (const stream of [proxy.stdout, proxy.stderr]) stream?.on('data', piece => (said += piece))
    try {
      const version = () => ask(ports.secure, '/api/system/version').catch(() => undefined)
      const until = Date.now() + 20_000
      while ((await version())?.status !== 200) {
        if (Date.now() > until) throw new Error(`${program} passes nothing on: ${said}`)
        if (proxy.exitCode !== null) throw new Error(`${program} ended: ${said}`)
        await sleep(50)
      }
      const { body } = await ask(ports.secure, '/api/system/health', {
        authorization: `Bearer ${person.token}`,
        'x-forwarded-for': '203.0.113.9',
      })
      const { areas } = JSON.parse(body).data
      const address = areas.find(({ area }: { area: string }) => area === 'address')
      expect(address.facts).toMatchObject({ scheme: 'https', your_address: '127.0.0.1', proxy: 'trusted' })

      const { services } = await tend()
      const socket = new WebSocket(`wss://localhost:${ports.secure}/app/${services.pusher.key}?protocol=7`, {
        rejectUnauthorized: false,
      })
      const [greeting] = await once(socket, 'message')
      expect(String(greeting)).toContain('pusher:connection_established')
      socket.close()

      // An answer of tend, and not of the proxy.
      const large = await ask(ports.secure, '/api/file', { authorization: `Bearer ${person.token}` }, 110 * 1024 * 1024)
      expect(large.headers['content-type'], large.body).toContain('application/json')

      await ask(ports.secure, '/api/form/1/public/a-secret-link')
      await ask(ports.secure, '/api/form/public/case')
      await ask(ports.secure, '/api/system/languages')
      const logged = async () => said + (await readFile(join(folder, `${program}.log`), 'utf8').catch(() => ''))
      // What came before it is written by then.
      await expect.poll(logged).toContain('/api/system/languages')
      expect(await logged()).not.toContain('public/')
    } finally {
      if (proxy.exitCode === null) {
        const ended = once(proxy, 'exit')
        proxy.kill('SIGTERM')
        await ended
      }
    }
  }, 120_000)
