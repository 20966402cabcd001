import { Textarea, TextInput } from '@mantine/core'
import { afterEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { show } from '../../lib/componentTest.tsx'

afterEach(() => document.documentElement.removeAttribute('dir'))

test('what people write stands as its own script does, an empty field as the page', async () => {
  document.documentElement.dir = 'rtl'
  await show(
    <>
      <TextInput aria-label="Name" placeholder="الاسم" />
      <Textarea aria-label="Note" />
    </>,
  )
  for (const label of ['Name', 'Note']) {
    const field = page.getByLabelText(label)
    const direction = () => getComputedStyle(field.element()).direction
    expect(direction()).toBe('rtl')
    await field.fill('Bella limps')
    expect(direction()).toBe('ltr')
    await field.fill('بيلا تعرج')
    expect(direction()).toBe('rtl')
  }
})
