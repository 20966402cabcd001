import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { KeyUnavailableError, keyDatabaseName, storeKey } from '../../lib/encryption/deviceKey.ts'
import { RequestError } from '../../lib/requestError.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import type { Opening } from './openDraft.ts'
import { useOpening } from './useOpening.ts'

const noAnswer = new RequestError({ status: 0, code: 'network_error' })
const refused = new RequestError({ status: 403, code: 'forbidden' })
const openDraft = vi.hoisted(() => vi.fn<() => Promise<Opening>>())
vi.mock('./openDraft.ts', () => ({ openDraft }))

/** As the page of a form does. */
function Page() {
  const { opening, error, isTrying, retry } = useOpening('a-draft', {})
  if (error) return <ErrorState error={error} onRetry={retry} isTrying={isTrying} />
  if (opening?.kind === 'unknown' && opening.isUnasked) return <p>Not on this device</p>
  return <p>{opening ? 'The form is open' : 'Looking'}</p>
}

const opened = page.getByText('The form is open')
const waiting = page.getByRole('heading', { name: 'Locked' })
const here: Opening = { kind: 'unknown' }

/** Time goes by on a clock that is held, and the page draws what follows. */
async function passes(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  for (let frame = 0; frame < 5; frame++) await new Promise(requestAnimationFrame)
}

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  vi.useRealTimers()
  openDraft.mockReset()
  vi.restoreAllMocks()
})

test('a draft whose key is not here says so, and opens by itself when the server answers again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openDraft.mockRejectedValue(new KeyUnavailableError(noAnswer))
  await show(<Page />)
  await passes(0)
  await expect.element(waiting).toBeVisible()
  await expect.element(page.getByText('Your work is safe on this device', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByText('This could not be loaded')).not.toBeInTheDocument()
  openDraft.mockResolvedValue(here)
  // Nobody presses anything, and nothing tells the page that the server is back.
  await passes(1_500)
  await expect.element(opened).toBeVisible()
  await passes(60_000)
  expect(openDraft).toHaveBeenCalledTimes(2)
})

test('while it waits it asks more and more rarely, and the words stay in sight', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openDraft.mockRejectedValue(new KeyUnavailableError(noAnswer))
  await show(<Page />)
  await passes(0)
  await expect.element(waiting).toBeVisible()
  let isGone = false
  let now = 0
  const observer = new MutationObserver(() => {
    isGone ||= !document.body.textContent?.includes('Locked')
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  // Waits of 1 to 1.5, 2 to 3 and 4 to 6 seconds.
  for (const [second, asked] of [
    [0.9, 1],
    [1.5, 2],
    [2.9, 2],
    [4.5, 3],
    [6.9, 3],
    [10.5, 4],
  ] as const) {
    await passes(second * 1000 - now)
    now = second * 1000
    expect(openDraft, `after ${second} s`).toHaveBeenCalledTimes(asked)
  }
  observer.disconnect()
  expect(isGone).toBe(false)
})

test('it does not wait where something says that it may go now: the network, or the key that somebody else fetched', async () => {
  const anna = 97
  for (const come of [
    () => dispatchEvent(new Event('online')),
    () => storeKey(anna, btoa('0123456789abcdef0123456789abcdef').replaceAll('=', '')),
  ]) {
    openDraft.mockRejectedValue(new KeyUnavailableError(noAnswer))
    await show(<Page />)
    await expect.element(waiting).toBeVisible()
    await expectAccessible()
    openDraft.mockResolvedValue(here)
    await come()
    await expect.element(opened, { timeout: 700 }).toBeVisible()
    document.body.replaceChildren()
  }
  indexedDB.deleteDatabase(keyDatabaseName(anna))
})

test('a draft that is not here is looked for again where the server could not be asked', async () => {
  openDraft.mockResolvedValue({ kind: 'unknown', isUnasked: true })
  await show(<Page />)
  await expect.element(page.getByText('Not on this device')).toBeVisible()
  openDraft.mockResolvedValue(here)
  dispatchEvent(new Event('online'))
  await expect.element(opened, { timeout: 700 }).toBeVisible()
})

test('what is refused for good is not asked for again', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  openDraft.mockRejectedValue(refused)
  await show(<Page />)
  await passes(0)
  await expect.element(page.getByRole('heading')).toBeVisible()
  dispatchEvent(new Event('online'))
  await passes(60_000)
  expect(openDraft).toHaveBeenCalledOnce()
})
