import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { PhotoThumb } from './PhotoThumb.tsx'

const photo =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='

test('a photo opens over its page, and leaves the keyboard where it was', async () => {
  await show(<PhotoThumb src={photo} alt="The dry drinker" />)
  const thumb = page.getByRole('button', { name: 'The dry drinker' })
  await thumb.click()
  const dialog = page.getByRole('dialog', { name: 'The dry drinker' })
  await expect.element(dialog.getByRole('img', { name: 'The dry drinker' })).toBeVisible()
  await expect.element(dialog.getByRole('link', { name: 'Open in another tab' })).toHaveAttribute('href', photo)
  await expectAccessible()
  await userEvent.keyboard('{Escape}')
  await expect.element(dialog).not.toBeInTheDocument()
  await expect.element(thumb).toHaveFocus()
})
