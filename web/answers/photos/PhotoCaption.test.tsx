import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { PhotoCaption } from './PhotoAnswer.tsx'

const photo = { uuid: '0b0f4a52-6b64-4a4e-9d7c-2f6f0c1f5a11' }
const written: string[] = []

/** A stored text loses its empty ends, as the answers on the device do. */
function Photo() {
  const [caption, setCaption] = useState('')
  const keep = (words: string) => {
    written.push(words)
    setCaption(words.trim())
  }
  return <PhotoCaption photo={{ ...photo, caption }} number={1} onWritten={keep} />
}

test('what is written under a photo is kept letter by letter, with its spaces, and the field goes when it is empty', async () => {
  await show(<Photo />)
  const caption = page.getByRole('textbox', { name: 'Caption of photo 1' })
  const button = page.getByRole('button', { name: 'Caption of photo 1' })
  await button.click()
  await expect.element(caption).toHaveFocus()
  await userEvent.keyboard('The gate ')
  await expect.element(caption).toHaveValue('The gate ')
  await userEvent.keyboard('hangs')
  expect(written.at(-1)).toBe('The gate hangs')
  await userEvent.tab()
  await expect.element(caption).toHaveValue('The gate hangs')
  await expectAccessible()

  await userEvent.clear(caption)
  await userEvent.tab()
  await expect.element(button).toBeVisible()
  expect(written.at(-1)).toBe('')
})
