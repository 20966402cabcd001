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

beforeEach(() => {
  vi.spyOn(console, 'warn').mockImplementation(() => {})
})
afterEach(() => {
  openDraft.mockReset()
  vi.restoreAllMocks()
})

test('a draft whose key is not here says so, and opens by itself when the server answers again', async () => {
  openDraft.mockRejectedValue(new KeyUnavailableError(noAnswer))
  await show(<Page />)
  await expect.element(waiting).toBeVisible()
  await expect.element(page.getByText('Your work is safe on this device', { exact: false })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(page.getByText('This could not be loaded')).not.toBeInTheDocument()
  await expectAccessible()
  openDraft.mockResolvedValue(here)
  // Nobody presses anything, and nothing tells the page that the server is back.
  await expect.element(opened, { timeout: 6_000 }).toBeVisible()
  const asked = openDraft.mock.calls.length
  await new Promise(resolve => setTimeout(resolve, 2_000))
  expect(openDraft).toHaveBeenCalledTimes(asked)
})

test('while it waits it asks more and more rarely, and the words stay in sight', async () => {
  openDraft.mockRejectedValue(new KeyUnavailableError(noAnswer))
  await show(<Page />)
  await expect.element(waiting).toBeVisible()
  let isGone = false
  const observer = new MutationObserver(() => {
    isGone ||= !document.body.textContent?.includes('Locked')
  })
  observer.observe(document.body, { subtree: true, childList: true, characterData: true })
  await new Promise(resolve => setTimeout(resolve, 6_500))
  observer.disconnect()
  expect(isGone).toBe(false)
  // After 1 to 1.5 and again 2 to 3 seconds; the next would come after seven at the earliest.
  expect(openDraft.mock.calls.length).toBeGreaterThanOrEqual(2)
  expect(openDraft.mock.calls.length).toBeLessThanOrEqual(3)
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
  openDraft.mockRejectedValue(refused)
  await show(<Page />)
  await expect.element(page.getByRole('heading')).toBeVisible()
  dispatchEvent(new Event('online'))
  await new Promise(resolve => setTimeout(resolve, 2_000))
  expect(openDraft).toHaveBeenCalledOnce()
})
