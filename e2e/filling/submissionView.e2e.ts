/**
 * A submission as it is looked at: its photos large, its places on the map, the time before beside it, and brought into
 * a conversation.
 */
import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, phone, test } from '../people.ts'

const label = (en: string) => ({ en })
const definition = {
  ...{ schema: 1, default_language: 'en', scoring: { bands: { good: 80, attention: 50 } } },
  sections: [
    {
      ...{ id: 'all', title: label('The trough') },
      questions: [
        { type: 'yes_no', id: 'runs', label: label('Does water run?'), good: 'yes', points: 4 },
        { type: 'yes_no', id: 'clean', label: label('Is it clean?'), good: 'yes', points: 4 },
        { type: 'photo', id: 'pictures', label: label('How it looks') },
        { type: 'place', id: 'spot', label: label('Where it stands') },
        { type: 'place', id: 'tap', label: label('Where the tap is') },
      ],
    },
  ],
}
const picture = readFileSync(new URL('../../web/public/icons/icon-192.png', import.meta.url)).toString('base64')
const spot = (latitude: number) => ({ value: { latitude, longitude: 19.04, accuracy: 5 } })

/** Begins and completes one with two photos, as from another device. */
async function fillIn(page: Page, formId: number, about: object, answers: object): Promise<number> {
  const { id } = await call(page, 'POST', '/form/submission', {
    ...{ form_id: formId, uuid: crypto.randomUUID(), subjects: [about], payload_version: 1 },
  })
  const uuids = [crypto.randomUUID(), crypto.randomUUID()]
  for (const uuid of uuids)
    await page.evaluate(
      async ([id, uuid, content]) => {
        const bytes = Uint8Array.from(atob(content), letter => letter.charCodeAt(0))
        const body = new FormData()
        body.append('uuid', uuid)
        body.append('question_id', 'pictures')
        body.append('file', new Blob([bytes], { type: 'image/png' }), 'trough.png')
        const headers = { Authorization: `Bearer ${localStorage.getItem('tend_token')}` }
        const answer = await fetch(`/api/form/submission/${id}/attachment`, { method: 'POST', headers, body })
        if (!answer.ok) throw new Error(await answer.text())
      },
      [id, uuid, picture] as const,
    )
  await call(page, 'POST', `/form/submission/${id}/complete`, {
    answers: { ...answers, pictures: { value: uuids.map(uuid => ({ uuid })) } },
    payload_version: 1,
  })
  return id
}

test('photos, places and the time before, on a desk and on an Arabic phone, and then in a conversation', async ({
  signIn,
}, { retry }) => {
  const boss = await signIn('manager@greenfield.example', desktop)
  const place = await call(boss, 'POST', '/location', { name: `Spring trough ${retry}`, type: 'barn' })
  const about = { type: 'location', id: place.id }
  const form = await call(boss, 'POST', '/form', { name: label('Trough check'), definition })
  await call(boss, 'POST', `/form/${form.id}/publish`, {})
  const before = { runs: { value: 'yes' }, clean: { value: 'yes' }, spot: spot(47.498), tap: spot(47.499) }
  await fillIn(boss, form.id, about, before)
  const id = await fillIn(boss, form.id, about, { ...before, clean: { value: 'no', note: 'Moss' } })
  await boss.goto(`/submission/view/${id}`)

  // The map is beside the answers, and names each place.
  await expect(boss.getByRole('application', { name: 'Map of the locations in the answers' })).toBeVisible()
  const places = boss.getByRole('list', { name: 'Map', exact: true })
  await places.getByRole('button', { name: /^2\. Where the tap is/ }).click()
  await expect(places.getByRole('button', { pressed: true })).toContainText('Where the tap is')

  const thumb = boss.getByRole('button', { name: 'Photo 2: How it looks', exact: true })
  await thumb.click()
  const box = boss.getByRole('dialog', { name: 'Photos', exact: true })
  await expect(box.getByRole('img', { name: 'Photo 2: How it looks' })).toBeVisible()
  await expect(box.getByText(`Spring trough ${retry}`)).toBeVisible()
  await expectAccessible(boss)
  await boss.keyboard.press('ArrowLeft')
  await expect(box.getByRole('img', { name: 'Photo 1: How it looks' })).toBeVisible()
  await expect(box.getByText('1 of 2')).toBeVisible()
  await boss.keyboard.press('Escape')
  await expect(box).toBeHidden()
  await expect(thumb).toBeFocused()

  await boss.getByRole('heading', { name: 'Compared with last time' }).click()
  await expect(boss.getByText('Worse by 50')).toBeVisible()
  await expect(boss.getByText('fails now')).toBeVisible()
  await expect(boss.locator('ins')).toHaveText('No · Moss')
  await expect(boss.locator('del')).toHaveText('Yes')
  await boss.getByRole('button', { name: 'Show 4 unchanged answers' }).click()
  await expect(boss.getByRole('definition').filter({ hasText: '2 photos' })).toBeVisible()
  await expectAccessible(boss)

  const theirs = await signIn('manager@greenfield.example', {
    ...{ ...phone, language: 'ar', locale: 'ar', at: `/submission/view/${id}` },
  })
  await theirs.getByText('على الخريطة', { exact: true }).click()
  await expect(theirs.getByRole('application')).toBeVisible()
  await theirs.getByRole('button', { name: /صورة 1:/ }).click()
  await expect(theirs.getByRole('dialog').getByRole('img', { name: /صورة 1:/ })).toBeVisible()
  await theirs.keyboard.press('ArrowLeft')
  await expect(theirs.getByRole('dialog').getByRole('img', { name: /صورة 2:/ })).toBeVisible()
  await expectAccessible(theirs)
  await theirs.getByRole('button', { name: 'إغلاق' }).click()
  await theirs.getByText('المرة السابقة', { exact: true }).click()
  await expect(theirs.getByText(/أسوأ بمقدار/)).toBeVisible()

  await boss.getByRole('button', { name: 'Discuss', exact: true }).click()
  const sheet = boss.getByRole('dialog', { name: 'Discuss Trough check' })
  await sheet.getByRole('textbox', { name: 'Message' }).fill('Moss again: brush it?')
  await expectAccessible(boss)
  await sheet
    .getByRole('button', { name: /^Send to / })
    .first()
    .click()
  await expect(boss).toHaveURL(/\/messaging\?conversation=\d+/)
  const card = boss.getByRole('link', { name: /^Submission\s*Trough check/ }).last()
  await expect(card).toBeVisible()
  await expect(boss.getByText('Moss again: brush it?').last()).toBeVisible()
  await call(boss, 'DELETE', `/form/${form.id}`)
})
