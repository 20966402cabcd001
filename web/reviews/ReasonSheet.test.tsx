import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { Submission } from '#shared/submissions/contract.ts'
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

test('a review by somebody else is shown beside mine, which is sent all the same or left with its text kept', async () => {
  const say = vi.fn(async () => undefined)
  const closed = vi.fn()
  const theirs = { id: 8, revision: 4, review_state: 'approved' } as Submission
  const mine = { submission: { ...theirs, revision: 3 }, state: 'has_issues', reason: 'Which leg?' } as const
  const again = await show(
    <ReasonSheet
      submissionId={8}
      verdict="has_issues"
      questions={[]}
      conflict={{ mine, theirs }}
      onGiven={say}
      onClosed={closed}
    />,
  )
  await reason().fill('Which leg?')
  const said = page.getByRole('row', { name: /^Review/ })
  await expect.element(said.getByRole('cell', { name: 'Has issues' })).toBeVisible()
  await expect.element(said.getByRole('cell', { name: 'Approved' })).toBeVisible()
  await expect
    .element(page.getByRole('row', { name: /^Reason/ }).getByRole('cell', { name: 'Which leg?' }))
    .toBeVisible()
  await expectAccessible()
  await page.getByRole('button', { name: 'Use theirs' }).click()
  await expect.poll(() => closed.mock.calls.length).toBe(1)
  expect(say).not.toHaveBeenCalled()

  again()
  await expect.element(reason()).toHaveValue('Which leg?')
  await page.getByRole('button', { name: 'Save mine' }).click()
  await expect.poll(() => say.mock.calls).toEqual([['Which leg?', []]])
})
