import { expect, test, vi } from 'vitest'
import { show } from '../lib/componentTest.tsx'
import { lazyPart } from './lazyPart.tsx'

test('a part that does not arrive leaves the page as it is, and says that it is missing', async () => {
  const told = vi.fn()
  addEventListener('part-missing', told)
  const Sheet = lazyPart<object>(() => Promise.reject(new TypeError('Failed to fetch dynamically imported module')))
  await show(
    <main>
      <h1>What was typed</h1>
      <Sheet />
    </main>,
  )
  await vi.waitFor(() => expect(told).toHaveBeenCalled())
  expect(document.querySelector('main')?.textContent).toBe('What was typed')
})

test('a part appears as soon as it has come, and waits for no timer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  try {
    const Part = lazyPart<object>(async () => () => <p>It has come</p>)
    await show(<Part />)
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame)
    expect(document.body.textContent).toContain('It has come')
  } finally {
    vi.useRealTimers()
  }
})
