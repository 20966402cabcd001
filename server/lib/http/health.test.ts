import Fastify from 'fastify'
import { expect, test } from 'vitest'
import { tend } from '../../test/tend.ts'
import { openPools } from '../db/pools.ts'
import { answerErrors } from './errors.ts'
import { serveHealth } from './health.ts'

test('a running tend says that it lives and that it can serve', async () => {
  const { app } = await tend()

  expect((await app.inject('/health')).json()).toEqual({ status: 'ok', version: '1.3.9' })
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json()]).toEqual([200, { status: 'ready' }])
})

test('without its database it lives, is not ready, and says when to ask again', async () => {
  const { services, ownerUrl } = await tend()
  const nowhere = new URL(ownerUrl)
  nowhere.pathname = '/no_such_database'
  const pools = openPools(nowhere.toString(), { requests: 4, jobs: 2, deliveries: 2 }, () => {})
  const app = Fastify()
  answerErrors(app, services)
  serveHealth(app, { ...services, pools })

  expect((await app.inject('/health')).statusCode).toBe(200)
  const ready = await app.inject('/ready')
  expect([ready.statusCode, ready.json().code]).toEqual([503, 'unavailable'])
  expect(Number(ready.headers['retry-after'])).toBeGreaterThan(0)
  await app.close()
  await pools.close()
})
