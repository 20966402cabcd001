import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { ConfirmButton } from './ConfirmButton.tsx'

test('the question is asked at its button, and the keyboard comes back to it', async () => {
  const removed = vi.fn()
  await show(
    <ConfirmButton question="It cannot be taken back." confirmText="Remove it" onConfirm={removed}>
      Remove …
    </ConfirmButton>,
  )
  const button = page.getByRole('button', { name: 'Remove …' })
  await userEvent.tab()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Remove …' })
  await expect.element(dialog.getByText('It cannot be taken back.')).toBeVisible()
  await expect.element(dialog.getByRole('button', { name: 'Cancel' })).toHaveFocus()
  await expectAccessible()
  const [at, below] = [button, dialog].map(one => one.element().getBoundingClientRect())
  expect(Math.abs((below?.top ?? 0) - (at?.bottom ?? 0))).toBeLessThan(20)
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(button).toHaveFocus()
  expect(removed).not.toHaveBeenCalled()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'Remove it' }).click()
  expect(removed).toHaveBeenCalledOnce()
})
