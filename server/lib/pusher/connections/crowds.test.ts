import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { clearingAfterCrowds } from './crowds.ts'

beforeEach(() => vi.useFakeTimers())
afterEach(() => vi.useRealTimers())

test('what a crowd leaves behind is cleared away once, when nobody came for two seconds; a few are no crowd', () => {
  const clear = vi.fn()
  const oneMoreCame = clearingAfterCrowds(clear)
  for (let i = 0; i < 499; i++) oneMoreCame()
  vi.advanceTimersByTime(60_000)
  expect(clear).not.toHaveBeenCalled()
  for (let i = 0; i < 1000; i++) {
    oneMoreCame()
    vi.advanceTimersByTime(10)
  }
  expect(clear).not.toHaveBeenCalled()
  vi.advanceTimersByTime(2000)
  expect(clear).toHaveBeenCalledOnce()
  // From here on the count begins anew.
  oneMoreCame()
  vi.advanceTimersByTime(60_000)
  expect(clear).toHaveBeenCalledOnce()
})
