import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { PhotoThumb } from './PhotoThumb.tsx'
import { SideSheet } from './SideSheet.tsx'

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

test('in a form of a sheet it closes alone, and sends nothing', async () => {
  const sent: string[] = []
  await show(
    <SideSheet title="What was done" onClosed={() => sent.push('sheet')}>
      {() => (
        <form
          onSubmit={event => {
            event.preventDefault()
            sent.push('form')
          }}
        >
          <PhotoThumb src={photo} alt="The dry drinker" />
        </form>
      )}
    </SideSheet>,
  )
  const view = page.getByRole('dialog', { name: 'The dry drinker' })
  for (const close of [
    () => userEvent.keyboard('{Escape}'),
    () => view.getByRole('button', { name: 'Close' }).click(),
  ]) {
    await page.getByRole('button', { name: 'The dry drinker' }).click()
    await expect.element(view.getByRole('img', { name: 'The dry drinker' })).toBeVisible()
    await close()
    await expect.element(view).not.toBeInTheDocument()
  }
  await expect.element(page.getByRole('dialog', { name: 'What was done' })).toBeVisible()
  expect(sent).toEqual([])
})
