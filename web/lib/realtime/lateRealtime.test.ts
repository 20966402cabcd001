import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lateRealtime } from './lateRealtime.ts'
import type { Realtime } from './realtime.ts'

const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
const network = new EventTarget()

beforeEach(() => {
  vi.stubGlobal('document', page)
  vi.stubGlobal('addEventListener', network.addEventListener.bind(network))
  vi.stubGlobal('removeEventListener', network.removeEventListener.bind(network))
  vi.spyOn(console, 'warn').mockImplementation(() => undefined)
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

test('machinery that could not be fetched once is fetched again, and all that listen by then are heard', async () => {
  const heard: string[] = []
  const listen = (channel: string) => {
    heard.push(channel)
    return () => heard.push(`left ${channel}`)
  }
  const made = { state: 'live', watch: () => undefined, listen } as unknown as Realtime
  const make = vi
    .fn<() => Promise<Realtime>>()
    .mockRejectedValueOnce(new TypeError('Failed to fetch dynamically imported module'))
    .mockResolvedValue(made)
  const late = lateRealtime(make)
  const leave = late.listen('one', () => undefined)
  await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(1))
  await new Promise(resolve => setTimeout(resolve))
  late.listen('two', () => undefined)
  network.dispatchEvent(new Event('online'))
  await vi.waitFor(() => expect(heard).toEqual(['one', 'two']))
  leave()
  expect(heard).toEqual(['one', 'two', 'left one'])
  expect(make).toHaveBeenCalledTimes(2)
})
