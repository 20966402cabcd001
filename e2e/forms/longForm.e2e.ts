/** A form longer than anybody wants to fill in: what is off the screen is not drawn, and is there all the same. */
import { call } from '../apiCalls.ts'
import { manager } from '../formSteps.ts'
import { expect, noScreen, phone, test } from '../people.ts'

const questions = Array.from({ length: 120 }, (_, index) => ({
  ...{ type: index % 3 === 0 ? 'yes_no' : 'text', id: `q${index + 1}`, label: { en: `Point ${index + 1}` } },
}))

test('a link to a question far down leads there, and what is typed there is there in another tab and after a reload', async ({
  signIn,
}) => {
  const page = await signIn(manager, { ...phone, at: noScreen })
  const definition = {
    ...{ schema: 1, default_language: 'en' },
    sections: [{ id: 'all', title: { en: 'All points' }, questions }],
  }
  const { id } = await call(page, 'POST', '/form', { name: { en: 'Hundred and twenty points' }, definition })
  await call(page, 'POST', `/form/${id}/publish`, {})
  await page.goto(`/submission/filling/new?form=${id}`)
  const first = page.getByRole('group', { name: /^Point 2(?!\d)/ }).getByRole('textbox')
  await first.fill('Calm')
  await expect(page).toHaveURL(/filling\/[0-9a-f-]{36}/)

  await page.goto(`${page.url()}#question-q119`)
  await page.reload()
  const far = page.getByRole('group', { name: /^Point 119(?!\d)/ })
  await expect(far).toBeInViewport({ ratio: 1 })
  // Below the bar of the form, and not somewhere near: what stands above it took its height a moment later.
  await expect.poll(async () => Math.round((await far.boundingBox())?.y ?? 0)).toBeLessThan(400)
  await expect(far.getByRole('textbox')).toBeFocused()
  await page.keyboard.type('The trough is dry')
  await page.keyboard.press('Home')
  await page.keyboard.type('See: ')
  await expect(far.getByRole('textbox')).toHaveValue('See: The trough is dry')

  const other = await page.context().newPage()
  await other.goto(page.url())
  await expect(other.getByRole('group', { name: /^Point 119(?!\d)/ }).getByRole('textbox')).toHaveValue(
    'See: The trough is dry',
  )
  await other
    .getByRole('group', { name: /^Point 2(?!\d)/ })
    .getByRole('textbox')
    .fill('Not calm')
  await expect(first).toHaveValue('Not calm')
  await page.reload()
  await expect(first).toHaveValue('Not calm')
})
