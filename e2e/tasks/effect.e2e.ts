/** A corrective task: its cause and measure, and somebody else who says whether it helped. */
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const twoDaysAgo = () => new Date(Date.now() - 2 * 86_400_000).toISOString()

test('why it came to this is said, somebody else finds that it did not help, and it comes again', async ({ signIn }, {
  retry,
}) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const hand = await signIn('worker@greenfield.example', { ...phone, at: noScreen })
  const { id: bossId, company_id } = await me(boss)
  const tom = await me(hand)
  await call(boss, 'PUT', `/company/${company_id}`, { root_causes: ['Worn out', 'Not taught'] })
  const title = `Mend the slippery ramp ${retry}`
  const draft = { title, kind: 'corrective', verify_after_days: 1, assignees: [{ user_id: tom.id }] }
  const { id: taskId } = await call(boss, 'POST', '/task', draft)
  const openOf = async (page: typeof boss, title: string) => {
    const open = await call<{ id: number; title: string }[]>(page, 'GET', '/task/sent?per_page=100&state=open')
    return open.find(sent => sent.title === title)?.id ?? 0
  }

  await hand.goto(`/tasks/${await openOf(hand, title)}`)
  await hand.getByRole('button', { name: 'Add cause and action' }).click()
  const sheet = hand.getByRole('dialog', { name: 'Cause and action' })
  await sheet.getByLabel('Root cause').click()
  await hand.getByRole('option', { name: 'Worn out' }).click()
  await sheet.getByLabel('Why it happened').fill('The grooves are gone')
  await sheet.getByLabel('Kind of action').click()
  await hand.getByRole('option', { name: 'Guarded or separated' }).click()
  await expectAccessible(hand)
  await sheet.getByRole('button', { name: 'Save' }).click()
  await expect(sheet).toBeHidden()
  await expect(hand.getByText('The grooves are gone')).toBeVisible()

  const done = { note: 'Cut new grooves', completed_at: twoDaysAgo() }
  await call(hand, 'POST', `/task/sent/${await openOf(hand, title)}/complete`, done)
  await boss.goto(`/tasks/${await openOf(boss, `Did it help? ${title}`)}`)
  await boss.getByRole('button', { name: 'Done' }).click()
  const asked = boss.getByRole('dialog', { name: `Did it help? ${title}` })
  await expect(asked.getByText('Cut new grooves')).toBeVisible()
  await asked.getByRole('radio', { name: 'No, not yet' }).check()
  await expect(asked.getByRole('button', { name: 'Done' })).toBeDisabled()
  await asked.getByLabel('What is still wrong?').fill('Wet again after an hour')
  await expectAccessible(boss)
  await asked.getByRole('button', { name: 'Done' }).click()
  // It goes out at once when the page is left.
  await boss.goto('/company/tasks')
  await expect.poll(() => openOf(hand, title)).toBeGreaterThan(0)
  expect(await call(boss, 'GET', `/task/${taskId}`)).toMatchObject({ root_cause: 'Worn out', control: 'engineering' })
  expect(bossId).not.toBe(tom.id)
})
