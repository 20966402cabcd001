/**
 * Many rows: a table where there is room for one, a list with one row at a time on a phone; neither draws what nobody
 * can see.
 */
import { call } from '../apiCalls.ts'
import { desktop, expect, expectAccessible, noScreen, phone, test } from '../people.ts'

const label = (en: string) => ({ en })
const pens = {
  ...{ type: 'repeat', id: 'pens', label: label('The pens'), layout: 'table', row_label: label('Pen ${number}') },
  rows: { from: 'count', count: '60' },
  questions: [
    { type: 'calculated', id: 'number', label: label('Number'), calculate: 'position(..)', hidden: true },
    { type: 'yes_no', id: 'wet', label: label('Is it wet?'), required: true },
    { type: 'number', id: 'pigs', label: label('How many?'), max: 50 },
    { type: 'text', id: 'why', label: label('Why?'), visible_if: "${wet} = 'yes'" },
  ],
}

test('sixty pens are a table at a desk and one pen after another on a phone', async ({ signIn }) => {
  const desk = await signIn('manager@greenfield.example', { ...desktop, at: noScreen })
  const definition = {
    ...{ schema: 1, default_language: 'en' },
    sections: [{ id: 'all', title: label('Pen by pen'), questions: [pens] }],
  }
  const { id } = await call(desk, 'POST', '/form', { name: label('Pens'), definition })
  await call(desk, 'POST', `/form/${id}/publish`, {})

  await desk.goto(`/submission/filling/new?form=${id}`)
  const rows = desk.getByRole('table', { name: 'The pens' }).locator('tbody tr')
  await expect(rows).toHaveCount(60)
  await expect(rows.nth(1).getByRole('radio', { name: 'Yes' })).toBeVisible()
  await expect(rows.nth(59).getByRole('radio')).toHaveCount(0)
  const second = rows.nth(1)
  await expect(second.getByRole('radiogroup', { name: 'Pen 2 Is it wet?' })).toBeVisible()
  await expect(second.getByRole('textbox')).toHaveCount(1)
  await second.getByRole('radio', { name: 'Yes' }).check()
  await expect(second.getByRole('textbox')).toHaveCount(2)
  await second.getByRole('textbox').first().fill('99')
  await expect(second.getByRole('alert')).toBeVisible()
  await expectAccessible(desk)
  await rows.nth(59).scrollIntoViewIfNeeded()
  await expect(rows.nth(59).getByRole('radio', { name: 'Yes' })).toBeVisible()

  const hand = await signIn('worker@greenfield.example', { ...phone, at: `/submission/filling/new?form=${id}` })
  const items = hand.getByRole('region', { name: 'The pens' }).getByRole('listitem')
  await expect(items).toHaveCount(60)
  await expect(items.last().getByRole('button')).toHaveCount(0)
  await items.nth(57).scrollIntoViewIfNeeded()
  await items.nth(57).getByRole('button', { name: 'Pen 58' }).tap()
  for (const pen of [58, 59, 60]) {
    await expect(hand.getByRole('heading', { name: `Pen ${pen}` })).toBeFocused()
    await hand.getByRole('radio', { name: 'No' }).check()
    await hand
      .getByRole('button', { name: pen < 60 ? 'Next row' : 'All rows' })
      .last()
      .tap()
  }
  await expect(items.nth(59)).toContainText('1/2')
  await expect(hand.getByRole('button', { name: 'Finish' })).toBeVisible()
  await expectAccessible(hand)

  // A link to a missing answer leads back into its row, also after a reload.
  await hand.getByRole('button', { name: 'Finish' }).tap()
  await hand.reload()
  await hand.getByRole('link', { name: /^Pen 57/ }).tap()
  await expect(hand.getByRole('radio', { name: 'Yes' })).toBeFocused()
})
