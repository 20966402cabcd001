import { expect, test } from 'vitest'
import { mount } from '../../httpServer.ts'
import { tend } from '../../test/tend.ts'
import { createServer } from './server.ts'

const metricsToken = 'a-token-of-the-monitoring'

async function ask(token: string | undefined, bearer?: string) {
  const { services } = await tend()
  const config = { ...services.config, metricsToken: token }
  const app = createServer(config)
  await mount(app, { ...services, config })
  const headers = bearer === undefined ? {} : { authorization: `Bearer ${bearer}` }
  const answer = await app.inject({ url: '/metrics', headers })
  await app.close()
  return answer
}

test('the token’s holder reads waiting work, failed deliveries and use of the database', async () => {
  const { statusCode, headers, body } = await ask(metricsToken, metricsToken)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(/^tend_dead_letters \d+$/m)
  expect(body).toMatch(/^tend_database_connections\{pool="deliveries",state="awaited"\} 0$/m)
})

test('nobody else does, and without the setting there is nothing to read', async () => {
  expect((await ask(metricsToken)).statusCode).toBe(401)
  expect((await ask(metricsToken, 'another-token-entirely')).statusCode).toBe(401)
  expect((await ask(undefined, metricsToken)).body).not.toContain('tend_dead_letters')
})
