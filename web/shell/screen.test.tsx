import { afterEach, expect, test, vi } from 'vitest'
import { screen } from './screen.ts'

afterEach(() => vi.useRealTimers())

/** A screen of a form whose looking up ends when `found` does, and what its address waits for. */
function opened(found: Promise<void>) {
  const begin = vi.fn(() => found)
  const route = screen('/for-the-test/$id', async () => ({ Page: () => null }), 'Page', { begin })
  const { loader } = route.options
  if (typeof loader !== 'function') throw new Error('The screen waits for nothing.')
  const come = (cause: 'enter' | 'stay') =>
    Promise.resolve(loader({ params: { id: '7' }, cause, location: { search: {} } } as never))
  return { begin, come }
}

test('what a screen looks up is waited for, so that it is drawn once', async () => {
  let tell = () => {}
  const { begin, come } = opened(new Promise(resolve => (tell = resolve)))
  const there = vi.fn()
  const coming = come('enter').then(there)
  await vi.waitFor(() => expect(begin).toHaveBeenCalledWith(expect.anything(), '7', {}))
  expect(there).not.toHaveBeenCalled()
  tell()
  await coming
})

test('what takes longer than a moment is waited for on the screen', async () => {
  vi.useFakeTimers()
  const { come } = opened(new Promise(() => {}))
  const there = vi.fn()
  void come('enter').then(there)
  await vi.advanceTimersByTimeAsync(299)
  expect(there).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(there).toHaveBeenCalled()
})

test('staying on a screen looks nothing up again', async () => {
  const { begin, come } = opened(Promise.resolve())
  await come('stay')
  expect(begin).not.toHaveBeenCalled()
})
