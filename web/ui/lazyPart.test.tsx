import { expect, test, vi } from 'vitest'
import { show } from '../lib/componentTest.tsx'
import { lazyPart } from './lazyPart.tsx'

test('a part that does not arrive leaves the page as it is, and is there once it can be fetched', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  let isReachable = false
  const Sheet = lazyPart<{ title: string }>(async () => {
    if (!isReachable) throw new TypeError('Failed to fetch dynamically imported module')
    return ({ title }) => <p>{title}</p>
  })
  await show(
    <main>
      <h1>What was typed</h1>
      <Sheet title="All sections" />
    </main>,
  )
  await vi.waitFor(() => expect(warned).toHaveBeenCalled())
  expect(document.querySelector('main')?.textContent).toBe('What was typed')
  isReachable = true
  await vi.waitFor(() => {
    // Until the part's place listens, which is a moment after it was told.
    dispatchEvent(new Event('online'))
    expect(document.querySelector('main')?.textContent).toBe('What was typedAll sections')
  })
})
