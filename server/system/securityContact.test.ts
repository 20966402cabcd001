import { expect, test } from 'vitest'
import { mount } from '../httpServer.ts'
import { readConfig } from '../lib/config/config.ts'
import { createServer } from '../lib/http/server.ts'
import { tend } from '../test/tend.ts'

const path = '/.well-known/security.txt'
const read = (contact: string) => readConfig({ SECURITY_CONTACT: contact }, { demo: false, version: '1.3.9' })

async function ask(securityContact: string | undefined) {
  const { services } = await tend()
  const config = { ...services.config, publicUrl: 'https://tend.example.org', securityContact }
  const app = createServer(config)
  await mount(app, { ...services, config })
  const answer = await app.inject({ url: path })
  await app.close()
  return answer
}

test('whom to tell of a weakness is said where the operator named somebody', async () => {
  const { statusCode, headers, body } = await ask('security@farm.example')
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toBe('text/plain; charset=utf-8')
  expect(body).toContain('Contact: mailto:security@farm.example\n')
  expect(body).toContain(`Canonical: https://tend.example.org${path}\n`)
  const [, expires = ''] = /^Expires: (.+)$/m.exec(body) ?? []
  expect(new Date(expires).getTime()).toBeGreaterThan(Date.now() + 100 * 24 * 3600_000)
  expect((await ask('https://farm.example/security')).body).toContain('Contact: https://farm.example/security\n')
  expect((await ask(undefined)).body).not.toContain('Contact:')
})

test('a contact that nobody could write to stops the start with a sentence', () => {
  expect(read('security@farm.example').securityContact).toBe('security@farm.example')
  expect(() => read('call the farmer')).toThrow(/SECURITY_CONTACT/)
})
