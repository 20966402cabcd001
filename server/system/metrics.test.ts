import { readFileSync } from 'node:fs'
import type { FastifyInstance } from 'fastify'
import { afterEach, expect, test } from 'vitest'
import { system } from '#shared/system/contract.ts'
import { mount } from '../httpServer.ts'
import { createServer } from '../lib/http/server.ts'
import { platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'

const metricsToken = 'a-token-of-the-monitoring'
const apps: FastifyInstance[] = []
afterEach(async () => {
  await Promise.all(apps.splice(0).map(app => app.close()))
})

async function watched(token: string | undefined = metricsToken) {
  const { services } = await tend()
  const config = { ...services.config, metricsToken: token }
  const app = createServer(config)
  apps.push(app)
  await mount(app, { ...services, config })
  return app
}

const read = (app: FastifyInstance, bearer?: string) =>
  app.inject({ url: '/metrics', headers: bearer === undefined ? {} : { authorization: `Bearer ${bearer}` } })

test('the token’s holder reads how long answers take, waiting work, failed deliveries and the database', async () => {
  const app = await watched()
  const asked = await app.inject({ url: `/api${system.version.path}` })
  expect(asked.headers['x-request-id']).toMatch(/^[\da-f-]{36}$/)
  await app.inject({ url: '/ready' })
  const { statusCode, headers, body } = await read(app, metricsToken)
  expect(statusCode).toBe(200)
  expect(headers['content-type']).toContain('text/plain')
  expect(body).toMatch(
    /^tend_http_request_duration_seconds_count\{method="GET",route="\/api\/system\/version",status="200"\} 1$/m,
  )
  expect(body).toMatch(/^tend_dead_letters \d+$/m)
  expect(body).toMatch(/^tend_database_connections\{pool="deliveries",state="awaited"\} 0$/m)
  expect(body).toMatch(/^tend_database_held_seconds_count\{pool="isolated"\} [1-9]/m)
  expect(body).toMatch(/^process_resident_memory_bytes [1-9]/m)
})

test('what reporters call leaves no trace in the figures', async () => {
  const app = await watched()
  await app.inject({ url: '/api/form/public/case', headers: { 'x-case-code': 'nobody has this code' } })
  await app.inject({ method: 'POST', url: '/api/form/public/case', payload: {} })
  expect((await read(app, metricsToken)).body).not.toContain('public/case')
})

test('what failed and how old the newest backup is are told', async () => {
  await platform(db =>
    db.execute(`insert into backup_runs (target, started_at, name, error) values
      ('/b', '2026-11-01T00:00:00Z', 'one', null), ('/b', '2026-11-02T00:00:00Z', null, 'The disk is full')`),
  )
  const { body } = await read(await watched(), metricsToken)
  await platform(db => db.execute('delete from backup_runs'))
  expect(body).toMatch(/^tend_backup_failed 1$/m)
  expect(body).toMatch(new RegExp(`^tend_backup_newest_timestamp_seconds ${Date.UTC(2026, 10, 1) / 1000}$`, 'm'))
})

test('nobody else reads them, and without the setting there is nothing to read', async () => {
  const app = await watched()
  expect((await read(app)).statusCode).toBe(401)
  expect((await read(app, 'another-token-entirely')).statusCode).toBe(401)
  const { services } = await tend()
  const none = createServer(services.config)
  apps.push(none)
  await mount(none, { ...services, config: { ...services.config, metricsToken: undefined } })
  expect((await read(none, metricsToken)).body).not.toContain('tend_dead_letters')
})

test.each(['deploy/prometheus/alarms.yml', 'deploy/grafana/tend.json'])('%s reads only what there is', async file => {
  const { body } = await read(await watched(), metricsToken)
  const told = new Set([...body.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name))
  const wanted = [...readFileSync(file, 'utf8').matchAll(/\b(?:tend|process|nodejs)_[a-z_]+\b/g)].map(([name]) => name)
  expect(wanted.length).toBeGreaterThan(5)
  for (const name of wanted) expect(told, name).toContain(name.replace(/_(bucket|count|sum)$/, ''))
})
