import { beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { expectAccessible, show } from '../../../lib/componentTest.tsx'
import { Fold, unfoldAround } from './Fold.tsx'

beforeEach(() => localStorage.clear())

const fold = (isUsed: boolean) => (
  <Fold part="logic" title="Logic" isUsed={isUsed}>
    <label>
      Show only if <input />
    </label>
  </Fold>
)
const field = page.getByLabelText('Show only if')
const title = page.getByText('Logic')

test('what nobody uses is folded, and stays as somebody left it', async () => {
  const anew = await show(fold(false))
  await expect.element(field).not.toBeVisible()
  await title.click()
  await expect.element(field).toBeVisible()
  await expectAccessible()
  anew()
  await expect.element(field).toBeVisible()
  await title.click()
  anew()
  await expect.element(field).not.toBeVisible()
})

test('what is used is open, and says that it is used where somebody closed it', async () => {
  const anew = await show(fold(true))
  await expect.element(field).toBeVisible()
  await expect.element(page.getByText('In use')).not.toBeInTheDocument()
  await title.click()
  anew()
  await expect.element(field).not.toBeVisible()
  await expect.element(page.getByText('In use')).toBeVisible()
})

test('a field that somebody is led to is unfolded', async () => {
  await show(fold(false))
  const input = field.element() as HTMLElement
  unfoldAround(input)
  input.focus()
  await expect.element(field).toHaveFocus()
})
