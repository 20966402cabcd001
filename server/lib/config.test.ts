import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (environment: NodeJS.ProcessEnv, demo = false) => readConfig(environment, { demo, version: '1.0.0' })

test("Pusher's HTTP API is open in the demo, and elsewhere only where the settings say so", () => {
  expect(read({}).pusher.httpApi).toBe(false)
  expect(read({}, true).pusher.httpApi).toBe(true)
  expect(read({ PUSHER_HTTP_API: 'on' }).pusher.httpApi).toBe(true)
  expect(read({ PUSHER_HTTP_API: 'off' }, true).pusher.httpApi).toBe(false)
  expect(() => read({ PUSHER_HTTP_API: 'perhaps' })).toThrow('PUSHER_HTTP_API')
})
