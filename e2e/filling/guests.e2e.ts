/** A guest of the company: forms that are open to guests, and what they filled in themselves in the last day. */
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { expect, expectAccessible, test } from '../people.ts'

test('a guest fills in a form that is open to guests, and finds it among their own submissions, with nothing refused', async ({
  signIn,
}) => {
  const page = await signIn('guest@greenfield.example', { at: '/submission' })
  await expect(page.getByRole('link', { name: /Tell us what you saw/ })).toBeVisible()
  const offered = await call<{ name: { en: string } }[]>(page, 'GET', '/form?per_page=100')
  expect(offered.map(({ name }) => name.en)).toEqual(['Tell us what you saw'])
  await expectAccessible(page)

  const [form] = await call<{ id: number }[]>(page, 'GET', '/form?per_page=100')
  const { published } = await call(page, 'GET', `/form/${form?.id}`)
  const { id } = await call(page, 'POST', '/form/submission', { form_id: form?.id, uuid: crypto.randomUUID() })
  await call(page, 'POST', `/form/submission/${id}/complete`, { answers: answersTo(published.definition) })
  await page.getByRole('link', { name: 'My submissions' }).click()
  await page.waitForURL('**/submission/filled')
  await expect(page.getByRole('heading', { name: 'My submissions' })).toBeAttached()
  await expect(page.getByRole('link', { name: /Tell us what you saw/ }).first()).toBeVisible()
  await expectAccessible(page)
  await page.goto(`/submission/view/${id}`)
  await expect(page.getByText('Vera Weiss').first()).toBeVisible()
  // Who may correct it is offered that, on the same page.
  const correct = (of: Page) => of.getByRole('link', { name: 'Correct', exact: true })
  const manager = await signIn('manager@greenfield.example', { at: `/submission/view/${id}` })
  await expect(correct(manager)).toBeVisible()
  await expect(correct(page)).toHaveCount(0)
})

type Question = { id: string; type: string; required?: boolean; choices?: { id: string }[] }

/** Something for each question that must be answered. */
function answersTo({ sections }: { sections: { questions: Question[] }[] }) {
  const asked = sections.flatMap(({ questions }) => questions)
  return Object.fromEntries(
    asked
      .filter(({ type }) => ['single_choice', 'short_text', 'long_text'].includes(type))
      .map(({ id, type, choices }) => [id, { value: type === 'single_choice' ? choices?.[0]?.id : 'A broken gate' }]),
  )
}
