/** What somebody reads whose link opens nothing any more. */
import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { SharedPage } from './SharedPage.tsx'

afterEach(() => vi.restoreAllMocks())

test.each([
  ['share_taken_back', 410],
  ['public_link_expired', 410],
  ['not_found', 404],
])('a link that opens nothing (%s) says so under a heading', async (code, status) => {
  const { fetch } = window
  vi.spyOn(window, 'fetch').mockImplementation((input, init) =>
    String(input instanceof Request ? input.url : input).includes('/api/shared/')
      ? Promise.resolve(Response.json({ code, message: 'No' }, { status }))
      : fetch(input, init),
  )
  await show(<SharedPage id="7" token="a-token" />)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectAccessible()
})
