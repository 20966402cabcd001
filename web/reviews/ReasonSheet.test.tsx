import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../lib/componentTest.tsx'
import { ReasonSheet } from './ReasonSheet.tsx'

const reason = () => page.getByRole('textbox', { name: 'Reason' })
const lame = () => page.getByRole('checkbox', { name: 'Is it lame?' })
const sheet = (submissionId: number, onGiven = async (): Promise<unknown> => undefined) =>
  show(
    <ReasonSheet
      submissionId={submissionId}
      verdict="has_issues"
      questions={[{ key: 'lame', label: 'Is it lame?', said: 'No' }]}
      onGiven={onGiven}
      onClosed={() => undefined}
    />,
  )
afterEach(() => sessionStorage.clear())

test('the reason and the picked answers outlive a reload, for the submission that they are about', async () => {
  const again = await sheet(8)
  await reason().fill('Which leg?')
  await lame().click()
  await expectAccessible()
  again()
  await expect.element(reason()).toHaveValue('Which leg?')
  await expect.element(lame()).toBeChecked()
  document.body.replaceChildren()
  await sheet(9)
  await expect.element(reason()).toHaveValue('')
})

test('what was said is forgotten, what could not be said stays', async () => {
  const say = vi.fn(async () => Promise.reject(new Error('No network')))
  const again = await sheet(8, say)
  await reason().fill('Which leg?')
  await page.getByRole('button', { name: 'Has issues' }).click()
  await expect.poll(() => say.mock.calls).toEqual([['Which leg?', []]])
  again()
  await expect.element(reason()).toHaveValue('Which leg?')
  say.mockResolvedValue(undefined as never)
  await page.getByRole('button', { name: 'Has issues' }).click()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  again()
  await expect.element(reason()).toHaveValue('')
})
