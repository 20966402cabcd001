import { afterEach, expect, test, vi } from 'vitest'
import { deviceId } from './contextFrom.ts'

afterEach(() => vi.unstubAllGlobals())

test('a device keeps its name, and has none where the browser keeps nothing', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  })
  const name = deviceId()
  expect(name).toMatch(/^[0-9a-f-]{36}$/)
  expect(deviceId()).toBe(name)

  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new DOMException('No storage here', 'SecurityError')
    },
  })
  expect(deviceId()).toBeUndefined()
})
