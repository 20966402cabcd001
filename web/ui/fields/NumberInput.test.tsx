/** Numbers are read as they were meant, in every country and in any digits. Anything else is refused with words. */
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectAccessible, show } from '../../lib/componentTest.tsx'
import { NumberField } from './formFields.tsx'
import { NumberInput } from './NumberInput.tsx'

async function write(text: string) {
  const field = page.getByLabelText(/Length|Heads/)
  await userEvent.clear(field)
  await field.click()
  await userEvent.keyboard(text)
}

test('a decimal comma is a decimal sign, and digits of any script are digits', async () => {
  const numbers: (number | null)[] = []
  function Length() {
    const [value, setValue] = useState<number | null>(null)
    numbers.push(value)
    return <NumberInput label="Length (m)" max={50} value={value} onChange={setValue} />
  }
  await show(<Length />)
  for (const typed of ['2,5', '2.5', '2٫5', '٢٫٥', '۲٫۵', '２．５']) {
    await write(typed)
    expect([typed, numbers.at(-1)]).toEqual([typed, 2.5])
  }
})

test('a number that cannot be kept is said under its field and keeps the form from being saved', async () => {
  const saved: unknown[] = []
  function Form() {
    const form = useForm<{ heads: number | null }>({ defaultValues: { heads: 12 } })
    return (
      <form noValidate onSubmit={form.handleSubmit(values => saved.push(values.heads))}>
        <NumberField form={form} name="heads" label="Heads" min={0} allowDecimal={false} />
        <button type="submit">Save</button>
      </form>
    )
  }
  await show(<Form />)
  const save = page.getByRole('button', { name: 'Save' })
  for (const [typed, said] of [
    ['12345678901234567890', 'Use at most 15 digits.'],
    ['1.5', 'Whole numbers only.'],
    ['-3', 'At least 0.'],
    ['a lot', 'The format is wrong. Check what you typed.'],
  ] as const) {
    await write(typed)
    await save.click()
    await expect.element(page.getByText(said)).toBeVisible()
    await expect.element(page.getByLabelText('Heads')).toHaveValue(typed)
  }
  expect(saved).toEqual([])
  await expectAccessible()
  await write('١٢٠٠')
  await save.click()
  await expect.poll(() => saved).toEqual([1200])
  await write(' ')
  await save.click()
  await expect.poll(() => saved).toEqual([1200, null])
})
