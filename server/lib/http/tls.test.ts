import { readFileSync } from 'node:fs'
import { get } from 'node:https'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { mount } from '../../httpServer.ts'
import { tend } from '../../test/tend.ts'
import { readConfig } from '../config/config.ts'
import { createServer } from './server.ts'

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

test('a certificate without its key, or one that is not there, stops the start with a sentence', () => {
  expect(() => read({ TLS_CERT: fileOf('cert') })).toThrow(/belong together/)
  expect(() => read({ TLS_CERT: '/nowhere.pem', TLS_KEY: fileOf('key') })).toThrow(/TLS_CERT names \/nowhere\.pem/)
})
