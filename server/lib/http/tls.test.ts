import { readFileSync } from 'node:fs'
import { copyFile, mkdtemp, rm } from 'node:fs/promises'
import { get } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { mount } from '../../httpServer.ts'
import { tend } from '../../test/tend.ts'
import { readConfig } from '../config/config.ts'
import { createServer } from './server.ts'
import { renewTls } from './tlsRenewal.ts'

const fileOf = (name: string) => fileURLToPath(new URL(`../../test/tls/${name}.pem`, import.meta.url))
const read = (environment: Record<string, string>) => readConfig(environment, { demo: false, version: '1.3.9' })

test('with a certificate tend speaks https itself and tells browsers to stay with it', async () => {
  const config = read({ TLS_CERT: fileOf('cert'), TLS_KEY: fileOf('key'), LOG_LEVEL: 'silent' })
  const app = createServer(config)
  await mount(app, { ...(await tend()).services, config })
  const address = await app.listen({ port: 0, host: '127.0.0.1' })
  try {
    const answer = await new Promise<{ status: number | undefined; headers: object }>((resolve, reject) => {
      get(`${address}/health`, { ca: readFileSync(fileOf('cert')) }, response => {
        response.resume()
        resolve({ status: response.statusCode, headers: response.headers })
      }).on('error', reject)
    })
    expect(address).toMatch(/^https:/)
    expect(answer).toMatchObject({
      status: 200,
      headers: { 'strict-transport-security': expect.stringContaining('max-age') },
    })
  } finally {
    await app.close()
  }
})

test('a certificate that is renewed on the disk is used without a restart, one that does not fit is not', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tend-tls-'))
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  await Promise.all([copyFile(fileOf('cert'), cert), copyFile(fileOf('key'), key)])
  const config = read({ TLS_CERT: cert, TLS_KEY: key, LOG_LEVEL: 'silent' })
  const app = createServer(config)
  const complained = vi.spyOn(app.log, 'error')
  renewTls(app, config, 20)
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  const serial = () =>
    new Promise<string>((resolve, reject) => {
      const socket = connect({ port: Number(address.port), host: address.hostname, rejectUnauthorized: false }, () => {
        resolve(socket.getPeerCertificate().serialNumber)
        socket.destroy()
      }).on('error', reject)
    })
  try {
    const before = await serial()
    // Certificate first, as programs that renew write them: the pair does not fit until the key follows.
    await copyFile(fileOf('renewedCert'), cert)
    await expect.poll(() => complained.mock.calls.length).toBe(1)
    expect(await serial()).toBe(before)
    await copyFile(fileOf('renewedKey'), key)
    await expect.poll(serial).not.toBe(before)
    expect(config.tls?.cert.equals(readFileSync(cert))).toBe(true)
  } finally {
    await app.close()
    await rm(folder, { recursive: true })
  }
})

test('a certificate without its key, or one that is not there, stops the start with a sentence', () => {
  expect(() => read({ TLS_CERT: fileOf('cert') })).toThrow(/belong together/)
  expect(() => read({ TLS_CERT: '/nowhere.pem', TLS_KEY: fileOf('key') })).toThrow(/TLS_CERT names \/nowhere\.pem/)
})
