import { once } from 'node:events'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { address } from '../../test/sockets.ts'
import { tend } from '../../test/tend.ts'
import { allowedOrigin } from './origins.ts'

const named = allowedOrigin({ publicUrl: 'https://tend.farm.example' })
const unnamed = allowedOrigin({ publicUrl: undefined })
const host = 'barn.local:3000'

test('our own pages pass, by the configured or the requested address, and so do programs', () => {
  expect(named('https://tend.farm.example', 'internal:3000')).toBe(true)
  for (const allowed of [named, unnamed]) {
    expect(allowed(`http://${host}`, host)).toBe(true)
    expect(allowed(undefined, host)).toBe(true)
  }
})

test.each([
  'null',
  '',
  'https://evil.example',
  'https://tend.farm.example.evil.example',
  'https://eviltend.farm.example',
  'http://tend.farm.example',
  'https://tend.farm.example:444',
  'http://barn.local',
  'http://barn.local:30001',
  'http://barn.local:3000.evil.example',
  'http://evil.example/?barn.local:3000',
  'file://',
])('a page of %j is not', origin => {
  expect(named(origin, host)).toBe(false)
  expect(unnamed(origin, host)).toBe(false)
})

test('a page elsewhere opens no socket to a running tend', async () => {
  const { services } = await tend()
  const origin = await address()
  const url = `${origin.replace('http', 'ws')}/app/${services.pusher.key}?protocol=7`
  const stranger = new WebSocket(url, { origin: 'https://evil.example' })
  const [error] = await once(stranger, 'error')
  expect(String(error)).toContain('403')
  const own = new WebSocket(url, { origin })
  const [greeting] = await once(own, 'message')
  expect(JSON.parse(String(greeting)).event).toBe('pusher:connection_established')
  own.terminate()
})
