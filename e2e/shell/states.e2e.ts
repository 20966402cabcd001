/**
 * The state of an animal closes the loop: a bad answer turns it red where the manager looks, the next look turns it
 * green again.
 */
import type { Page } from '@playwright/test'
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const label = (en: string) => ({ en })
const definition = {
  ...{ schema: 1, default_language: 'en' },
  triggers: [{ id: 'looked', when: { on: 'answers', holds: 'true()' }, set_status: 'ok' }],
  sections: [
    {
      ...{ id: 'legs', title: label('Legs') },
      questions: [
        { type: 'yes_no', id: 'lame', label: label('Is she lame?'), good: 'no', when_failed: { set_status: 'stop' } },
      ],
    },
  ],
}

async function lookAt(hand: Page, { form, task }: { form: number; task: number }, answer: 'Yes' | 'No', seen?: string) {
  await hand.goto(`/submission/filling/new?form=${form}&task=${task}`)
  const choice = hand.getByRole('radio', { name: answer, exact: true })
  await expect(choice).toBeVisible()
  if (seen) await expect(hand.getByRole('banner').or(hand.locator('header')).getByText(seen)).toBeVisible()
  await choice.check()
  await hand
    .getByRole('button', { name: 'Finish' })
    .or(hand.getByRole('link', { name: 'Finish' }))
    .click()
  await hand.getByRole('button', { name: 'Complete', exact: true }).click()
  await expect(hand.getByRole('heading', { name: 'Sent' })).toBeVisible()
}

test('a bad answer turns the animal red in the list that the manager has open, and the next look turns it green', async ({
  signIn,
}) => {
  const manager = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  const hand = await signIn('worker@greenfield.example', phone)
  const name = `Marjoram ${Date.now()}`
  const [cow, draft, worker] = await Promise.all([
    call(manager, 'POST', '/animal', { name, species: 'cattle' }),
    call(manager, 'POST', '/form', { name: label('Look at her legs'), definition }),
    me(hand),
  ])
  const form: number = draft.id
  await call(manager, 'POST', `/form/${form}/publish`, {})
  const give = async (title: string) => {
    const subjects = [{ type: 'animal', id: cow.id }]
    const { id } = await call(manager, 'POST', '/task', {
      ...{ title, form_id: form, subjects, assignees: [{ user_id: worker.id }] },
    })
    const sent: { id: number; task_id: number }[] = await call(hand, 'GET', '/task/sent?per_page=100')
    return { form, task: sent.find(({ task_id }) => task_id === id)?.id ?? 0 }
  }
  await manager.goto(`/animals?search=${encodeURIComponent(name)}`)
  const row = manager.getByRole('row', { name })
  await expect(row).toBeVisible()

  await lookAt(hand, await give('Look at her legs'), 'Yes')
  await expect(row.getByText('Stop')).toBeVisible()
  const again = await give('Look at her legs again')
  await row.getByRole('link', { name }).click()
  await expect(manager.getByRole('alert').getByText('Is she lame?')).toBeVisible()
  await expectAccessible(manager)

  await lookAt(hand, again, 'No', `${name} · Stop`)
  await expect(manager.getByRole('alert')).toHaveCount(0)
  const history = manager
    .getByRole('region', { name: 'Timeline' })
    .getByRole('listitem')
    .filter({ hasText: 'Submission' })
  await expect(history).toContainText(['OK', 'Stop'])

  // Somebody who knows better says so without a form.
  await manager.getByRole('button', { name: 'Change state' }).click()
  const sheet = manager.getByRole('dialog')
  await sheet
    .getByRole('combobox', { name: 'State' })
    .or(sheet.getByRole('textbox', { name: 'State' }))
    .first()
    .click()
  await manager.getByRole('option', { name: 'Needs attention' }).click()
  await sheet.getByRole('textbox', { name: 'Reason' }).fill('Still stiff in the morning')
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(manager.getByRole('alert').getByText('Still stiff in the morning')).toBeVisible()
})
