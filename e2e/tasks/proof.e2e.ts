/**
 * A corrective task that asks for a photo: given to somebody else, done without signal, and seen by whoever found it.
 */
import { readFileSync } from 'node:fs'
import { call, me } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, isInstalled, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const picture = {
  name: 'drinker.png',
  mimeType: 'image/png',
  buffer: readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)),
}

const definition = {
  schema: 1,
  default_language: 'en',
  sections: [
    {
      id: 'water',
      title: { en: 'Water' },
      questions: [
        {
          ...{ id: 'runs', type: 'yes_no', label: { en: 'Does the drinker run?' }, good: 'yes' },
          when_failed: {
            task: {
              ...{ title: { en: 'Mend the drinker' }, priority: 'high', due_after: 'P1D' },
              ...{ assignee: 'submitter', proof: 'photo' },
            },
          },
        },
      ],
    },
  ],
}

test('a manager gives a task on; its photo and words are kept without signal, arrive, and stand on its page', async ({
  signIn,
}, { retry }) => {
  const boss = await signIn('manager@greenfield.example', { ...desktop, serviceWorkers: 'block' })
  const hand = await signIn('worker@greenfield.example', phone)
  const tom = await me(hand)
  const { name } = await call(hand, 'GET', '/auth/user')
  const form = await call(boss, 'POST', '/form', { name: { en: `Drinkers ${Date.now()}` }, definition })
  await call(boss, 'POST', `/form/${form.id}/publish`, {})
  const { id } = await call(boss, 'POST', '/form/submission', { form_id: form.id, uuid: crypto.randomUUID() })
  const note = `Drinker ${retry} is dry`
  await call(boss, 'POST', `/form/submission/${id}/complete`, { answers: { runs: { value: 'no', note } } })
  const given = await call<{ id: number; origin_submission_id: number }[]>(
    ...([boss, 'GET', '/task/sent?per_page=100&state=open'] as const),
  )
  const sent = given.find(one => one.origin_submission_id === id)?.id

  await boss.goto(`/tasks/${sent}`)
  await expect(boss.getByText(note)).toBeVisible()
  await boss.getByRole('button', { name: 'Give to somebody else' }).click()
  const sheet = boss.getByRole('dialog', { name: 'Give to' })
  await sheet.getByLabel('Person').fill(name)
  await boss.getByRole('option', { name, exact: true }).click()
  await sheet.getByRole('button', { name: 'Give to' }).click()
  await expect(sheet).toBeHidden()
  await expect(boss.getByRole('definition').filter({ hasText: name }).first()).toBeVisible()

  await hand.reload()
  await isInstalled(hand)
  const card = hand.getByRole('article').filter({ hasText: note })
  await expect(card).toBeVisible()
  await hand.context().setOffline(true)
  await card.getByRole('button', { name: 'Done' }).click()
  const proof = hand.getByRole('dialog', { name: 'Mend the drinker' })
  const done = proof.getByRole('button', { name: 'Done' })
  await proof.getByLabel('What was done?').fill('A new float')
  await expect(proof.getByText('Add a photo of what you did.')).toBeVisible()
  await expect(done).toBeDisabled()
  await proof.locator('input[type=file]').setInputFiles(picture)
  await expect(proof.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expectAccessible(hand)
  // Closed by a slip, it is all there again.
  await proof.getByRole('button', { name: 'Close' }).click()
  await expect(proof).toBeHidden()
  await card.getByRole('button', { name: 'Done' }).click()
  await expect(proof.getByRole('img', { name: 'Photo 1' })).toBeVisible()
  await expect(proof.getByLabel('What was done?')).toHaveValue('A new float')
  await done.click()
  await expect(card).toHaveCount(0)
  // Told as done at once; the badge says that the device has it.
  await expect(hand.getByRole('link', { name: /unsent/ })).toBeVisible()

  await hand.goto('/outbox')
  const waiting = hand.getByRole('listitem').filter({ hasText: 'Mend the drinker' })
  await expect(waiting).toContainText('A new float')
  await expect(waiting).toContainText('1 photo')
  await hand.context().setOffline(false)
  const arrived = () => call(boss, 'GET', `/task/sent/${sent}`)
  await expect.poll(arrived, { timeout: 30_000 }).toMatchObject({ user_id: tom.id, is_completed: true })

  await boss.goto(`/tasks/${sent}`)
  await expect(boss.getByText('A new float')).toBeVisible()
  const seen = boss.getByRole('img', { name: 'Photo 1' })
  await expect.poll(() => seen.evaluate(image => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0)
  await expectAccessible(boss)
  await call(boss, 'DELETE', `/form/${form.id}`)
})
