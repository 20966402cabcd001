import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { InsecureNotice } from '../../ui/page/PageNotice.tsx'

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

const warning = page.getByRole('alert').filter({ hasText: 'This address is not secure' })

test('plain http from another machine is warned about until that was read', async () => {
  vi.spyOn(window, 'isSecureContext', 'get').mockReturnValue(false)
  const reload = await show(<InsecureNotice />)
  await expect.element(warning.getByText('need https', { exact: false })).toBeVisible()
  await expectAccessible()
  await warning.getByRole('button', { name: 'Close' }).click()
  await expect.element(warning).not.toBeInTheDocument()
  reload()
  await expect.element(warning).not.toBeInTheDocument()
  sessionStorage.clear()
  reload()
  await expect.element(warning).toBeVisible()
})

test('a secure address is not warned about', async () => {
  await show(<InsecureNotice />)
  await expect.element(warning).not.toBeInTheDocument()
})
