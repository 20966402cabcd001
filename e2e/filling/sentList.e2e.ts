/** What a worker sent stays on the phone: score, verdict, receipt and the PDF, without signal too. */
import { readFileSync } from 'node:fs'
import { call, me } from '../apiCalls.ts'
import { expect, expectAccessible, isInstalled, noScreen, phone, test } from '../people.ts'

test.use({ serviceWorkers: 'allow' })

const label = (en: string) => ({ en })
const definition = {
  ...{ schema: 1, default_language: 'en', scoring: { bands: { good: 80, attention: 50 } } },
  settings: { reviewed_by: {} },
  sections: [
    {
      ...{ id: 'all', title: label('The pump') },
      questions: [
        { type: 'yes_no', id: 'runs', label: label('Does it run?'), good: 'yes', points: 4 },
        { type: 'yes_no', id: 'tight', label: label('Is it tight?'), good: 'yes', points: 4 },
      ],
    },
  ],
}

test('the list of what one sent opens without signal, with its age, and so does the PDF', async ({ signIn }, {
  retry,
}) => {
  const boss = await signIn('manager@greenfield.example', { at: noScreen })
  const form = await call(boss, 'POST', '/form', { name: label(`Pump check ${retry}`), definition })
  await call(boss, 'POST', `/form/${form.id}/publish`, {})

  const hand = await signIn('worker@greenfield.example', phone)
  await isInstalled(hand)
  const { id } = await call(hand, 'POST', '/form/submission', {
    ...{ form_id: form.id, uuid: crypto.randomUUID(), payload_version: 1 },
  })
  const done = await call(hand, 'POST', `/form/submission/${id}/complete`, {
    ...{ answers: { runs: { value: 'yes' }, tight: { value: 'no' } }, payload_version: 1 },
  })
  const number = done.receipt.sequence.toLocaleString('en-GB')

  await hand.goto('/submission/filled')
  const row = hand.getByRole('row').filter({ hasText: `Pump check ${retry}` })
  await expect(row).toContainText(number)
  await expect(row.getByRole('button', { name: `Save as PDF: Pump check ${retry}` })).toBeVisible()
  await expectAccessible(hand)
  const { id: userId } = await me(hand)
  const isKept = () =>
    hand.evaluate(
      ([name, key]) =>
        new Promise<boolean>(resolve => {
          const opening = indexedDB.open(name)
          opening.onsuccess = () => {
            const database = opening.result
            const counted = database.transaction('copies').objectStore('copies').count(key)
            counted.onsuccess = () => {
              database.close()
              resolve(counted.result === 1)
            }
          }
        }),
      [`tend-copies-${userId}`, `sent-pdf ${id}`] as const,
    )
  await expect.poll(isKept, { timeout: 60_000 }).toBe(true)

  await hand.context().setOffline(true)
  await hand.reload()
  const kept = hand.getByRole('region', { name: 'Sent from this phone' })
  await expect(kept.getByText(/^You’re offline\. This is what you sent, as of \d/)).toBeVisible()
  const sent = kept.getByRole('listitem').filter({ hasText: `Pump check ${retry}` })
  await expect(sent).toContainText(`Receipt no. ${number}`)
  await expect(sent).toContainText('Needs attention 50%')
  await expect(sent).toContainText('To review')
  await expectAccessible(hand)
  const saving = hand.waitForEvent('download')
  await sent.getByRole('button', { name: `Save as PDF: Pump check ${retry}` }).click()
  const saved = await saving
  expect(saved.suggestedFilename()).toMatch(/^Pump check .*\.pdf$/)
  expect(
    readFileSync(await saved.path())
      .subarray(0, 5)
      .toString(),
  ).toBe('%PDF-')

  await hand.context().setOffline(false)
  await expect(row).toBeVisible()
  await call(boss, 'DELETE', `/form/${form.id}`)
})
