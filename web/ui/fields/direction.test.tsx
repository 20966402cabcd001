import { Textarea, TextInput } from '@mantine/core'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'

test('what people write stands as its own script does, an empty field as the page', async () => {
  await show(
    <div dir="rtl">
      <TextInput aria-label="Name" />
      <Textarea aria-label="Note" />
    </div>,
  )
  for (const label of ['Name', 'Note']) {
    const field = page.getByLabelText(label)
    await expect.element(field).toHaveAttribute('dir', 'auto')
    const { direction, unicodeBidi, textAlign } = getComputedStyle(field.element())
    expect({ direction, unicodeBidi, textAlign }).toEqual({
      direction: 'rtl',
      unicodeBidi: 'plaintext',
      textAlign: 'start',
    })
  }
})
