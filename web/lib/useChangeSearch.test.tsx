/** Presses that come before the page has followed its address. */
import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router'
import { expect, test } from 'vitest'
import { show } from './componentTest.tsx'
import { useChangeSearch } from './listSearch.ts'

function Page() {
  const change = useChangeSearch()
  return (
    <>
      <button type="button" onClick={() => change(last => ({ page: Number(last.page ?? 1) + 1 }))}>
        On
      </button>
      <button type="button" onClick={() => change({ kind: 'cow', sort: '' })}>
        Cows
      </button>
    </>
  )
}

test('each press goes on from the one before, and nothing empty is written', async () => {
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/?sort=name'] }),
  })
  await router.load()
  await show(<RouterProvider router={router as never} />)
  const [on, cows] = document.querySelectorAll('button')
  // In one task: the page draws nothing between them.
  for (const button of [on, cows, on]) button?.click()
  await expect.poll(() => router.state.location.search).toEqual({ page: 3, kind: 'cow' })
})
