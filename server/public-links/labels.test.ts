/**
 * Several links of a form, each with its own limits, and the labels of one: signed addresses for the rows of a
 * register.
 */
import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import { companies } from '#shared/companies/contract.ts'
import { maxLinks, publicLinks } from '#shared/forms/public/publicLink.ts'
import { locations } from '#shared/locations/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { vehicles } from '#shared/vehicles/contract.ts'
import { publicLinks as linkTable } from '../forms/table.ts'
import { dayAt, daysLater, endOfDay } from '../lib/localDays.ts'
import { goodAnswers, penCheck, publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { changeLink, filledIn, linkIn, linksOf, turnedAway, visit } from '../test/visitors.ts'

const where = { id: 'place', type: 'location', label: { en: 'Which barn?' }, required: true } as const
const lorry = { id: 'lorry', type: 'vehicle', label: { en: 'Which lorry?' } } as const
const barnCheck = {
  ...penCheck,
  sections: [{ id: 'where', title: { en: 'Where' }, questions: [where, lorry] }, ...penCheck.sections],
}

const barn = (boss: Person, name: string) => boss.call(locations.create, { name, type: 'barn' })

test('a form has several links by name, and each has its own end, PIN and cap', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const gate = await boss.call(publicLinks.create, { id: form.id, name: 'Gate', cap: 1 })
  const shop = await boss.call(publicLinks.create, { id: form.id, name: ' Farm shop ', pin: '4711' })
  expect(shop).toMatchObject({ name: 'Farm shop', has_pin: true, cap: null })
  expect((await linksOf(boss, form)).map(({ name }) => name)).toEqual(['Gate', 'Farm shop'])

  await visit(publicForms.submit, filledIn(linkIn(gate)))
  expect(await turnedAway(publicForms.get, linkIn(gate))).toMatchObject({ code: 'public_link_full' })
  expect(await turnedAway(publicForms.get, linkIn(shop))).toMatchObject({ code: 'pin_required' })
  await visit(publicForms.submit, filledIn(linkIn(shop)), { pin: '4711' })
  expect((await linksOf(boss, form)).map(({ responses }) => responses)).toEqual([1, 1])

  await boss.call(publicLinks.remove, { id: form.id, public_link_id: gate.id })
  expect(await turnedAway(publicForms.get, linkIn(gate))).toMatchObject({ status: 404 })
  await visit(publicForms.get, linkIn(shop), { pin: '4711' })
})

test('a form has a hundred living links and not one more', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const made = await boss.call(publicLinks.create, { id: form.id })
  const { company_id: companyId, id: formId } = form
  const row = { companyId, formId, prefill: {}, createdBy: boss.id }
  await platform(db => db.insert(linkTable).values(Array.from({ length: maxLinks - 1 }, () => row)))
  expect(await boss.refused(publicLinks.create, { id: form.id })).toMatchObject({ status: 422 })
  const { data, meta } = await boss.call(publicLinks.list, { id: form.id, per_page: 25, page: 2 })
  expect([data.length, meta.total]).toEqual([25, maxLinks])
  await boss.call(publicLinks.remove, { id: form.id, public_link_id: made.id })
  await boss.call(publicLinks.create, { id: form.id })
})

test('a last day ends with the day of the company’s clock, wherever it was set', async () => {
  const farm = await company()
  const boss = await farm.manager()
  await boss.call(companies.update, { id: farm.id, time_zone: 'Pacific/Auckland' })
  const form = await publishedForm(boss)
  const today = dayAt(new Date(), 'Pacific/Auckland')
  const made = await boss.call(publicLinks.create, { id: form.id, last_day: today })
  expect(made.last_day).toBe(today)
  expect(made.expires_at).toBe(endOfDay(today, 'Pacific/Auckland').toISOString())
  // The day before is over there, also where it is still that day elsewhere.
  expect(await boss.refused(publicLinks.create, { id: form.id, last_day: daysLater(today, -1) })).toMatchObject({
    errors: { last_day: [expect.any(String)] },
  })
  expect(await changeLink(boss, form, { last_day: null })).toMatchObject({ last_day: null, expires_at: null })
})

test('a label fixes the answer to its row, and the submission is about that row', async () => {
  const boss = await (await company()).manager()
  const [north, south] = [await barn(boss, 'North barn'), await barn(boss, 'South barn')]
  const form = await publishedForm(boss, barnCheck)
  // Without labels nobody could answer it.
  expect(await boss.refused(publicLinks.create, { id: form.id })).toMatchObject({ status: 422 })
  const made = await boss.call(publicLinks.create, { id: form.id, label_question: 'place' })
  expect(made).toMatchObject({ label_question: 'place', left_out: ['lorry'] })
  const its = { id: form.id, public_link_id: made.id }
  const { data: labels } = await boss.call(publicLinks.labels, its)
  expect(labels.map(({ name }) => name)).toEqual(['North barn', 'South barn'])
  expect((await boss.call(publicLinks.labels, { ...its, search: 'sou' })).data).toEqual([labels[1]])
  const [first, second] = labels.map(label => linkIn(label))
  if (!first || !second) throw new Error('There are two labels.')

  const shown = await visit(publicForms.get, first)
  expect(shown.prefill).toEqual({ place: { value: [{ id: north.id, name: 'North barn' }] } })
  const place = shown.definition.sections[0]?.questions[0]
  expect(place).toMatchObject({ id: 'place', read_only: true })

  const other = { ...goodAnswers, place: { value: [{ id: south.id, name: 'South barn' }] } }
  const { uuid } = await visit(publicForms.submit, filledIn(first, { answers: other }))
  const { data } = await boss.call(submissions.list, {})
  expect(data.map(one => one.uuid)).toEqual([uuid])
  const whole = await boss.call(submissions.get, { id: data[0]?.id ?? 0 })
  expect(whole).toMatchObject({ answers: { place: { value: [{ id: north.id, name: 'North barn' }] } } })
  expect(whole.subjects).toMatchObject([{ type: 'location', id: north.id }])

  // Another row in the address of a label is an address that nobody signed.
  const forged = first.token.replace(`${north.id}-`, `${south.id}-`)
  for (const token of [forged, first.token.slice(`${north.id}-`.length), `0${first.token}`, `-${first.token}`])
    expect(await turnedAway(publicForms.get, { id: form.id, token }), token).toMatchObject({ status: 404 })
  await boss.call(publicLinks.remove, its)
  for (const link of [first, second]) expect(await turnedAway(publicForms.get, link)).toMatchObject({ status: 404 })
})

test('labels need a question for a row asked once, which the link does not answer', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, barnCheck)
  const prefill = { place: [{ id: (await barn(boss, 'Barn')).id, name: 'Barn' }] }
  for (const label_question of ['calm', 'nothing', 'place'])
    expect(await boss.refused(publicLinks.create, { id: form.id, prefill, label_question })).toMatchObject({
      errors: { label_question: [expect.any(String)] },
    })
  const made = await boss.call(publicLinks.create, { id: form.id, prefill, label_question: 'lorry' })
  await boss.call(vehicles.create, { name: 'Lorry 7', type: 'lorry' })
  const { data } = await boss.call(publicLinks.labels, { id: form.id, public_link_id: made.id })
  const shown = await visit(publicForms.get, linkIn(data[0] ?? { address: '' }))
  expect(Object.keys(shown.prefill).sort()).toEqual(['lorry', 'place'])
})

test('labels are printed with the name of each row and the company, and of nothing of another company', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const rows = [await barn(boss, 'North barn'), await barn(boss, 'حظيرة الشمال'), await barn(boss, 'Not printed')]
  const stranger = await (await company()).manager()
  const theirs = await barn(stranger, 'Elsewhere')
  const form = await publishedForm(boss, barnCheck)
  const { id: public_link_id } = await boss.call(publicLinks.create, {
    id: form.id,
    label_question: 'place',
    pin: '4711',
  })
  const its = { id: form.id, public_link_id }
  const ids = [rows[0]?.id, rows[1]?.id, theirs.id].join(',')
  for (const lang of ['en', 'ar'] as const) {
    const { statusCode, rawPayload } = await boss.send(publicLinks.labelSheet, { ...its, ids }, { lang })
    expect(statusCode).toBe(200)
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(rawPayload)), { mergePages: true })
    expect(text).toContain('North barn')
    for (const absent of ['Not printed', 'Elsewhere']) expect(text).not.toContain(absent)
  }
  expect(await boss.refused(publicLinks.labelSheet, { ...its, ids: String(theirs.id) })).toMatchObject({ status: 404 })
  const many = Array.from({ length: 97 }, (_, index) => index + 1).join(',')
  expect(await boss.refused(publicLinks.labelSheet, { ...its, ids: many })).toMatchObject({ status: 422 })
})
