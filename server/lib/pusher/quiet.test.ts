import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { Quiet } from './quiet.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const said = (channel: string, event = 'task.assigned') => ({ channels: [channel], event, data: {} })

test('it lasts since the last event of any of the channels, and never longer than this node listens', () => {
  const quiet = new Quiet()
  vi.advanceTimersByTime(1_000)
  quiet.note(said('a'))
  vi.advanceTimersByTime(200)
  quiet.note(said('b'))
  vi.advanceTimersByTime(30)
  expect(quiet.lasts(['a'])).toBe(230)
  expect(quiet.lasts(['a', 'b'])).toBe(30)
  expect(quiet.lasts(['c'])).toBe(1_230)
  quiet.begin()
  vi.advanceTimersByTime(5)
  expect(quiet.lasts(['c'])).toBe(5)
})

test('typing, and who comes and goes, does not break it', () => {
  const quiet = new Quiet()
  vi.advanceTimersByTime(500)
  quiet.note(said('a', 'client-typing'))
  quiet.note(said('a', 'pusher_internal:member_added'))
  expect(quiet.lasts(['a'])).toBe(500)
})

test('a forgotten entry counts as just used', () => {
  const quiet = new Quiet(2)
  vi.advanceTimersByTime(1_000)
  for (const channel of ['a', 'b', 'c']) {
    quiet.note(said(channel))
    vi.advanceTimersByTime(10)
  }
  expect(quiet.lasts(['a'])).toBe(30)
  expect(quiet.lasts(['never heard of'])).toBe(30)
  expect(quiet.lasts(['c'])).toBe(10)
  vi.advanceTimersByTime(120_000)
  expect(quiet.lasts(['c'])).toBe(60_000)
})
