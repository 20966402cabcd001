import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../lib/componentTest.tsx'
import { ScrollToTop } from './Footer.tsx'

test('the way up appears past 200 pixels', async () => {
  await show(
    <div style={{ height: 5_000 }}>
      <ScrollToTop />
    </div>,
  )
  const up = page.getByRole('button', { name: 'Back to top' })
  scrollTo(0, 200)
  await expect.poll(() => scrollY).toBe(200)
  await expect.element(up).not.toBeInTheDocument()
  scrollTo(0, 201)
  await up.click()
  await expect.poll(() => scrollY).toBe(0)
  await expect.element(up).not.toBeInTheDocument()
})
