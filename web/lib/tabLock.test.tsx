import { afterEach, expect, test, vi } from 'vitest'
import { inTurn, unlessTaken } from './tabLock.ts'

const leave = () => dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))
const showAgain = () => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))
afterEach(showAgain)

test('a lock that another tab has is left to it, or taken over', async () => {
  const work = vi.fn(async () => undefined)
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = unlessTaken('sends', () => promise).catch((error: Error) => error.name)
  expect(await unlessTaken('sends', work)).toBe(false)
  expect(work).not.toHaveBeenCalled()
  expect(await unlessTaken('sends', work, { steal: true })).toBe(true)
  expect(work).toHaveBeenCalledOnce()
  resolve()
  expect(await first).toBe('AbortError')
})

test('a page that was left asks for no lock until it is back', async () => {
  const ask = vi.spyOn(navigator.locks, 'request')
  const work = vi.fn(async () => 'done')
  leave()
  expect(await unlessTaken('sends', async () => void (await work()))).toBe(false)
  const later = inTurn('refreshes', work)
  await navigator.locks.query()
  expect(ask).not.toHaveBeenCalled()
  showAgain()
  expect(await later).toBe('done')
  expect(await unlessTaken('sends', async () => void (await work()))).toBe(true)
})
