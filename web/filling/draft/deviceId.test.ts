import { afterEach, expect, test, vi } from 'vitest'
import { deviceId } from './contextFrom.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('a device keeps its name, and has none where the browser keeps nothing', () => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  const name = deviceId()
  expect(name).toMatch(/^[0-9a-f-]{36}$/)
  expect(deviceId()).toBe(name)

  const refuse = () => {
    throw new DOMException('No storage here', 'SecurityError')
  }
  vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
  const warn = vi.spyOn(console, 'warn').mockReturnValue()
  expect(deviceId()).toBeUndefined()
  expect(warn.mock.calls.map(([said]) => said)).toEqual([
    'tend_device_id is kept in this page alone',
    'tend_device_id stays in the storage',
  ])
})
