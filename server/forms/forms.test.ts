import { expect, test } from 'vitest'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { maxElements, withElements } from '#shared/forms/elements.ts'
import { atOnce } from '../test/atOnce.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { formVersions } from './table.ts'

const names = (list: { data: { name: object }[] }) => list.data.map(form => Object.values(form.name)[0])
const withTitle = (title: string): Definition => ({
  ...penCheck,
  sections: penCheck.sections.map(section => ({ ...section, title: { en: title } })),
})

test('a manager writes a form, publishes it, and then a worker can read it', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const draft = await boss.call(forms.create, { name: { en: 'Pen check' }, definition: penCheck, category: 'daily' })

  expect(draft).toMatchObject({
    company_id: farm.id,
    name: { en: 'Pen check' },
    default_language: 'en',
    category: 'daily',
    status: 'draft',
    version: null,
    has_unpublished_changes: true,
    draft: penCheck,
    published: null,
  })
  expect((await hand.call(forms.list, {})).data).toEqual([])
  expect(await hand.refused(forms.get, { id: draft.id })).toMatchObject({ status: 404 })

  const form = await boss.call(forms.publish, { id: draft.id, revision: draft.revision })
  expect(form).toMatchObject({ status: 'open', version: 1, has_unpublished_changes: false, revision: 2 })
  expect(form.published).toMatchObject({ number: 1, definition: penCheck })
  expect((await hand.call(forms.list, {})).data).toMatchObject([{ id: form.id, status: 'open' }])
  const unseen = { draft: null, submission_count: null, public_link_count: null }
  expect(await hand.call(forms.get, { id: form.id })).toEqual({ ...form, ...unseen })
  expect((await guest.call(forms.list, {})).data).toEqual([])
})

test('only managers create, change, publish and archive forms', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const form = await publishedForm(boss)

  expect(await hand.refused(forms.create, { name: { en: 'Mine' }, definition: penCheck })).toMatchObject({
    status: 403,
  })
  expect(await hand.refused(forms.templates, {})).toMatchObject({ status: 403 })
  for (const call of [forms.update, forms.publish, forms.remove, forms.restore])
    expect(await hand.refused(call, { id: form.id })).toMatchObject({ status: 403, code: 'forbidden' })
})

test('the other company sees no form, and cannot tell it from one that does not exist', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, stranger] = [await farm.manager(), await dairy.manager()]
  const form = await publishedForm(boss)

  expect((await stranger.call(forms.list, {})).meta.total).toBe(0)
  const missing = await stranger.send(forms.get, { id: 2_000_000 })
  for (const call of [forms.get, forms.update, forms.publish, forms.remove, forms.restore]) {
    const answer = await stranger.send(call, { id: form.id })
    expect([answer.statusCode, answer.body]).toEqual([404, missing.body])
  }
})

test('a form copied from a template has its texts in all languages and starts as a draft', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const templates = await boss.call(forms.templates, {})
  const template = templates.find(({ key }) => key === 'daily-pen-check')
  if (!template) throw new Error('There is no template.')
  const copy = await boss.call(forms.create, { template_key: template.key })
  const renamed = await boss.call(forms.create, { template_key: template.key, name: { en: 'Our own' } })

  expect(templates.find(({ key }) => key === 'dairy-cow-visit')?.species).toEqual(['cattle'])
  expect(template.question_count).toBe(template.definition.sections.flatMap(section => section.questions).length)
  expect(copy).toMatchObject({ status: 'draft', name: template.name, description: template.description })
  // Besides the company's copies of the guides that the template names.
  expect(copy.draft && withElements(copy.draft, ({ guide: _, ...element }) => element)).toEqual(template.definition)
  expect(Object.keys(copy.name).sort()).toEqual(['ar', 'de', 'en', 'fr', 'hu'])
  expect(renamed).toMatchObject({ name: { en: 'Our own' }, category: template.category })
})

test('a form needs a name in its own language, and a template that exists', async () => {
  const boss = await (await company()).manager()

  expect(await boss.refused(forms.create, { name: { hu: 'Ellenőrzés' }, definition: penCheck })).toMatchObject({
    status: 422,
    errors: { 'name.en': [expect.any(String)] },
  })
  expect(await boss.refused(forms.create, { name: { en: 'Empty' } })).toMatchObject({
    status: 422,
    errors: { definition: [expect.any(String)] },
  })
  expect(await boss.refused(forms.create, { template_key: 'no-such' })).toMatchObject({
    status: 422,
    errors: { template_key: ['This does not exist, or you are not allowed to see it.'] },
  })
  expect(await boss.refused(forms.create, { name: { en: 'A' }, definition: { schema: 2 } })).toMatchObject({
    status: 422,
  })
  const form = await publishedForm(boss)
  expect(await boss.refused(forms.update, { id: form.id, name: { en: ' ' } })).toMatchObject({
    status: 422,
    errors: { 'name.en': [expect.any(String)] },
  })
})

test('filling in changes only by publishing, and an old version never', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await publishedForm(boss)
  const edited = await boss.call(forms.update, { id, definition: withTitle('New') })

  expect(edited).toMatchObject({ version: 1, has_unpublished_changes: true, draft: withTitle('New') })
  expect((await hand.call(forms.get, { id })).published?.definition).toEqual(penCheck)
  expect(await boss.call(forms.update, { id, definition: penCheck })).toMatchObject({ has_unpublished_changes: false })

  await boss.call(forms.update, { id, definition: withTitle('New') })
  expect(await boss.call(forms.publish, { id })).toMatchObject({ version: 2, has_unpublished_changes: false })
  expect((await hand.call(forms.get, { id })).published).toMatchObject({ number: 2, definition: withTitle('New') })
  const stored = await platform(db => db.select().from(formVersions))
  const first = stored.find(version => version.formId === id && version.number === 1)
  expect(first?.definition).toEqual(penCheck)
})

test('publishing twenty times at once makes one version', async () => {
  const boss = await (await company()).manager()
  const draft = await boss.call(forms.create, { name: { en: 'Pen check' }, definition: penCheck })
  const answers = await atOnce(20, () => boss.call(forms.publish, { id: draft.id }))

  expect(new Set(answers.map(form => form.version))).toEqual(new Set([1]))
  expect(new Set(answers.map(form => form.published?.id)).size).toBe(1)
})

test('a form with mistakes is not published, and each one is named in the language of the person', async () => {
  const boss = await (await company()).manager()
  const [animals, barn] = penCheck.sections
  if (!animals || !barn) throw new Error('The sample has two sections.')
  const broken = { ...penCheck, sections: [animals, { ...barn, id: 'animals', questions: animals.questions }] }
  const draft = await boss.call(forms.create, { name: { en: 'Broken' }, definition: broken })
  const refusal = await boss.refused(forms.publish, { id: draft.id }, { lang: 'hu' })

  expect(refusal).toMatchObject({ status: 422, code: 'invalid' })
  expect(Object.keys(refusal.errors ?? {})).toContain('definition.sections.1.id')
  expect(Object.values(refusal.errors ?? {}).flat()).not.toContainEqual(expect.stringMatching(/problem\.|field/))
  expect(await boss.call(forms.get, { id: draft.id })).toMatchObject({ status: 'draft', version: null })
})

test('two who edit the same form do not overwrite each other', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  await boss.call(forms.update, { id: form.id, category: 'transport', revision: form.revision })

  const current = await boss.call(forms.get, { id: form.id })
  expect(current).toMatchObject({ category: 'transport', revision: form.revision + 1 })
  for (const refusal of [
    await boss.refused(forms.update, { id: form.id, category: 'daily', revision: form.revision }),
    await boss.refused(forms.publish, { id: form.id, revision: form.revision }),
  ])
    expect([refusal.status, refusal.code, refusal.data]).toEqual([409, 'stale_revision', current])
})

test('a form is closed and opened again, but a draft is neither', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const { id } = await publishedForm(boss)
  const draft = await boss.call(forms.create, { name: { en: 'New' }, definition: penCheck })

  expect(await boss.call(forms.update, { id, status: 'closed' })).toMatchObject({ status: 'closed', version: 1 })
  expect(await hand.call(forms.get, { id })).toMatchObject({ status: 'closed' })
  expect(await boss.call(forms.publish, { id })).toMatchObject({ status: 'open', version: 1 })
  expect(await boss.refused(forms.update, { id: draft.id, status: 'open' })).toMatchObject({
    status: 409,
    code: 'form_not_published',
  })
  expect(await boss.refused(forms.update, { id, version: 7 })).toMatchObject({
    status: 422,
    errors: { version: [expect.any(String)] },
  })
})

test('an archived form leaves the list and comes back', async () => {
  const boss = await (await company()).manager()
  const { id } = await publishedForm(boss)
  await boss.call(forms.remove, { id })

  expect((await boss.call(forms.list, {})).data).toEqual([])
  expect((await boss.call(forms.list, { archived: true })).data).toMatchObject([{ id }])
  expect(await boss.call(forms.restore, { id })).toMatchObject({ archived_at: null, status: 'open' })
  expect((await boss.call(forms.list, {})).data).toMatchObject([{ id }])
})

test('forms are found by their name in any language, and by category and status', async () => {
  const boss = await (await company()).manager()
  await publishedForm(boss)
  await boss.call(forms.create, { name: { en: 'Lorry 100%' }, definition: penCheck, category: 'transport' })

  expect(names(await boss.call(forms.list, { search: 'ISTÁLLÓ' }))).toEqual(['Pen check'])
  expect(names(await boss.call(forms.list, { search: '100%' }))).toEqual(['Lorry 100%'])
  expect(names(await boss.call(forms.list, { search: 'en' }))).toEqual(['Pen check'])
  expect(names(await boss.call(forms.list, { category: 'transport' }))).toEqual(['Lorry 100%'])
  expect(names(await boss.call(forms.list, { status: 'open' }))).toEqual(['Pen check'])
  expect(await boss.refused(forms.list, { category: 'fun' })).toMatchObject({ status: 422 })
})

test('names are sorted as the language of the reader does, with the fallback that they see', async () => {
  const boss = await (await company()).manager()
  const name = (en: string, hu?: string) =>
    boss.call(forms.create, { name: { en, ...(hu && { hu }) }, definition: penCheck })
  await name('Zebra', 'Állat')
  await name('apple')
  await name('Cow', 'Zebu')
  await name('Ewe', 'őz')
  await name('Barn', 'orr')

  const inEnglish = (await boss.call(forms.list, { sort: 'name' })).data.map(form => form.name.en)
  expect(inEnglish).toEqual(['apple', 'Barn', 'Cow', 'Ewe', 'Zebra'])
  const inHungarian = (await boss.call(forms.list, { sort: 'name' }, { lang: 'hu' })).data
  expect(inHungarian.map(form => form.name.hu ?? form.name.en)).toEqual(['Állat', 'apple', 'orr', 'őz', 'Zebu'])
  const backwards = (await boss.call(forms.list, { sort: '-name', per_page: 5 })).data.map(form => form.name.en)
  expect(backwards).toEqual(inEnglish.toReversed())
})

test('an admin of the platform reads the forms of every company, drafts included', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const draft = await boss.call(forms.create, { name: { en: 'Secret plan' }, definition: penCheck })

  expect(await (await admin()).call(forms.get, { id: draft.id })).toMatchObject({ draft: penCheck })
})

test('a form has a bound of parts, which is said in the language of the person before the parts are read', async () => {
  const boss = await (await company()).manager()
  const label = { en: 'Is there water?' }
  const parts = (count: number, from = 0) =>
    Array.from({ length: count }, (_, at) => ({ type: 'yes_no', id: `q${from + at}`, label }) as const)
  const definition = (counts: number[]): Definition => ({
    ...{ schema: 1, default_language: 'en' },
    sections: counts.map((count, at) => ({ id: `s${at}`, title: label, questions: parts(count, at * 500) })),
  })
  const full = Array.from({ length: maxElements / 500 }, () => 500)
  const form = await boss.call(forms.create, { name: { en: 'Water' }, definition: definition(full) })
  const refused = await boss.refused(
    forms.update,
    { id: form.id, definition: definition([...full, 1]) },
    { lang: 'de' },
  )
  expect(refused).toMatchObject({
    status: 422,
    errors: { definition: ['Ein Formular kann höchstens 5.000 Fragen und andere Teile haben.'] },
  })
  // Parts that are none are counted too, also within others.
  const within = { questions: [{ questions: Array.from({ length: maxElements }, () => null) }] }
  const wrong = { ...definition([]), sections: [within] } as never
  expect(Object.keys((await boss.refused(forms.create, { definition: wrong })).errors ?? {})).toEqual(['definition'])
})
