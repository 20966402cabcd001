import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { plans } from '#shared/companies/plans.ts'
import { forms } from '#shared/forms/contract.ts'
import type { Definition } from '#shared/forms/definition.ts'
import { publicLinks } from '#shared/forms/public/publicLink.ts'
import { locations } from '#shared/locations/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { auditEntries } from '../audit/table.ts'
import { companies, companyPlans } from '../companies/table.ts'
import { eraseArchivedForms } from '../forms/jobs.ts'
import { forms as formTable, publicLinks as linkTable } from '../forms/table.ts'
import { penCheck, publishedForm } from '../test/forms.ts'
import { admin, company, platform } from '../test/people.ts'
import { tend } from '../test/tend.ts'
import { bring, changeLink, filledIn, linkIn, linkOf, linksOf, somewhere, turnedAway, visit } from '../test/visitors.ts'

/** One question asks for a place, which visitors must not look up. */
const barnCheck: Definition = {
  ...penCheck,
  sections: [
    {
      id: 'where',
      title: { en: 'Where' },
      questions: [
        { id: 'place', type: 'location', label: { en: 'Which barn?', hu: 'Melyik istálló?' }, required: true },
        { id: 'helper', type: 'user', label: { en: 'Who helped?' } },
        { id: 'shift', type: 'hidden', label: {} },
        { id: 'litres', type: 'number', label: { en: 'Litres' }, max: 10 },
        { id: 'sum', type: 'calculated', label: { en: 'Sum' }, calculate: '1 + 1' },
        {
          id: 'cows',
          type: 'repeat',
          label: { en: 'Each cow' },
          rows: { from: 'animals', animal: 'cow' },
          questions: [{ id: 'cow', type: 'animal', label: { en: 'Cow' }, required: true }],
        },
      ],
    },
    ...penCheck.sections,
  ],
}

const day = 24 * 3600_000
const tomorrow = () => new Date(Date.now() + day).toISOString()

test('a manager creates a form’s link, changes it under the same address, and revokes it for ever', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  expect(form.public_link_count).toBe(0)
  const end = tomorrow()
  const made = await boss.call(publicLinks.create, { id: form.id, expires_at: end, pin: '4711', cap: 5 })
  const { services } = await tend()
  expect(made).toMatchObject({ expires_at: end, has_pin: true, cap: 5, responses: 0, prefill: {}, left_out: [] })
  expect(made.address).toMatch(new RegExp(`^${services.address('')}/form/${form.id}/public/[\\w-]{43}$`))
  expect(JSON.stringify(made)).not.toContain('4711')
  expect(await linksOf(boss, form)).toEqual([made])
  expect((await boss.call(forms.get, { id: form.id })).public_link_count).toBe(1)

  const its = { id: form.id, public_link_id: made.id }
  const changed = await boss.call(publicLinks.update, { ...its, cap: null, pin: null, revision: made.revision })
  expect(changed).toMatchObject({ address: made.address, expires_at: end, has_pin: false, cap: null })
  expect(await boss.refused(publicLinks.update, { ...its, cap: 9, revision: made.revision })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { revision: changed.revision, cap: null },
  })

  expect(await boss.call(publicLinks.remove, its)).toBeNull()
  expect(await boss.call(publicLinks.remove, its)).toBeNull()
  expect(await boss.refused(publicLinks.update, { ...its, cap: 9 })).toMatchObject({ status: 404 })
  expect(await linksOf(boss, form)).toEqual([])
  const next = await boss.call(publicLinks.create, { id: form.id })
  expect(next).toMatchObject({ expires_at: null, has_pin: false, cap: null, responses: 0 })
  expect(next.address).not.toBe(made.address)
  await visit(publicForms.get, linkIn(next))
  expect(await turnedAway(publicForms.get, linkIn(made))).toMatchObject({ status: 404 })

  const noted = await platform(db =>
    db.select().from(auditEntries).where(eq(auditEntries.companyId, farm.id)).orderBy(auditEntries.id),
  )
  expect(noted.map(({ action }) => action).filter(action => action.startsWith('form.link'))).toEqual([
    ...['form.link_made', 'form.link_changed', 'form.link_revoked', 'form.link_made'],
  ])
})

test('only those who may change the form see its link or touch it; the other company sees nothing', async () => {
  const farm = await company()
  const [boss, hand, guest] = [await farm.manager(), await farm.worker(), await farm.guest()]
  const other = await (await company()).manager()
  const form = await publishedForm(boss)
  await linkOf(boss, form)
  expect((await hand.call(forms.get, { id: form.id })).public_link_count).toBeNull()
  const [its] = await linksOf(boss, form)
  for (const call of Object.values(publicLinks)) {
    const input = {
      ...{ id: form.id },
      ...(call.path.includes(':public_link_id') && { public_link_id: its?.id ?? 0 }),
      ...(call === publicLinks.labelSheet && { ids: '1' }),
    } as never
    expect(await hand.refused(call, input)).toMatchObject({ status: 403 })
    expect(await guest.refused(call, input)).toMatchObject({ status: 403 })
    expect(await other.refused(call, input)).toMatchObject({ status: 404 })
  }
  expect(await linksOf(boss, form)).toHaveLength(1)
  // Nor does it answer under another form of the same company.
  const another = await publishedForm(boss)
  expect(
    await boss.refused(publicLinks.update, { id: another.id, public_link_id: its?.id ?? 0, cap: 1 }),
  ).toMatchObject({
    status: 404,
  })
  const ofAnother = { id: another.id, public_link_id: its?.id ?? 0 }
  expect(await boss.refused(publicLinks.remove, ofAnother)).toMatchObject({ status: 404 })
  expect(await linksOf(boss, form)).toHaveLength(1)
  // Once more is harmless, and one that never was is not there.
  const ofForm = { id: form.id, public_link_id: its?.id ?? 0 }
  for (let times = 0; times < 2; times++) await boss.call(publicLinks.remove, ofForm)
  expect(await boss.refused(publicLinks.remove, { ...ofForm, public_link_id: 2_000_000_000 })).toMatchObject({
    status: 404,
  })
})

test('other managers hear that the link changed or was used, and nobody else', async () => {
  const farm = await company()
  const [boss, partner, hand] = [await farm.manager(), await farm.manager(), await farm.worker()]
  const stranger = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  await visit(publicForms.submit, filledIn(link))
  // Made and used, each on their own channel and on that of those who have the form open to edit it.
  const heard = await partner.heard('form.link_changed')
  expect(heard).toEqual(Array.from({ length: 4 }, () => ({ form_id: form.id })))
  for (const person of [hand, stranger]) expect(await person.heard('form.link_changed')).toEqual([])
})

test('a link needs a form that was published, an end that lies ahead, a cap and a PIN that are some', async () => {
  const boss = await (await company()).manager()
  const draft = await boss.call(forms.create, { name: { en: 'Draft' }, definition: penCheck })
  expect(await boss.refused(publicLinks.create, { id: draft.id })).toMatchObject({
    status: 409,
    code: 'form_not_published',
  })
  const { id } = await publishedForm(boss)
  const past = new Date(Date.now() - 1000).toISOString()
  for (const [wrong, field] of [
    [{ expires_at: past }, 'expires_at'],
    [{ expires_at: 'soon' }, 'expires_at'],
    [{ pin: '123' }, 'pin'],
    [{ pin: 'open sesame' }, 'pin'],
    [{ cap: 0 }, 'cap'],
    [{ cap: 1.5 }, 'cap'],
    [{ prefill: { __proto: { a: 1 } } }, 'prefill.__proto'],
  ] as const)
    expect(await boss.refused(publicLinks.create, { id, ...wrong } as never), field).toMatchObject({
      status: 422,
      errors: { [field]: [expect.any(String)] },
    })
  expect(await linksOf(boss, { id })).toEqual([])
})

test('a question for a register’s row is asked only if the link answers it, else named if required', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const place = await boss.call(locations.create, { name: 'Barn 2', type: 'barn' })
  const form = await publishedForm(boss, barnCheck)
  expect(await boss.refused(publicLinks.create, { id: form.id }, { lang: 'hu' })).toMatchObject({
    status: 422,
    errors: { 'prefill.place': [expect.stringContaining('Melyik istálló?')] },
  })
  const prefill = { place: [{ id: place.id, name: 'what somebody typed' }], shift: 'early' }
  const made = await boss.call(publicLinks.create, { id: form.id, prefill })
  expect(made.left_out).toEqual(['helper', 'cows'])

  await boss.call(locations.update, { id: place.id, name: 'Barn 2, north' })
  const shown = await visit(publicForms.get, linkIn(made))
  expect(shown.prefill).toEqual({
    place: { value: [{ id: place.id, name: 'Barn 2, north' }] },
    shift: { value: 'early' },
  })
  const [where] = shown.definition.sections
  expect(where?.questions.map(({ id, visible_if }) => [id, visible_if])).toEqual([
    ...[
      ['place', undefined],
      ['helper', 'false()'],
      ['shift', undefined],
      ['litres', undefined],
      ['sum', undefined],
    ],
    ['cows', 'false()'],
  ])
  expect(where?.questions[0]).toMatchObject({ read_only: true })

  const foreign = await (await company()).manager()
  const theirs = await foreign.call(locations.create, { name: 'Elsewhere', type: 'barn' })
  for (const [wrong, field] of [
    [{ place: [{ id: theirs.id, name: 'x' }] }, 'place'],
    [{ place: [{ id: 2_000_000_000, name: 'x' }] }, 'place'],
    [{ place: 'Barn' }, 'place'],
    [{ ...prefill, helper: [{ id: foreign.id, name: 'x' }] }, 'helper'],
    [{ ...prefill, litres: 11 }, 'litres'],
    [{ ...prefill, litres: 'many' }, 'litres'],
    [{ ...prefill, sum: 3 }, 'sum'],
    [{ ...prefill, cow: [{ id: 1, name: 'x' }] }, 'cow'],
    [{ ...prefill, nothing: 1 }, 'nothing'],
    [{ ...prefill, picture: [{ uuid: crypto.randomUUID() }] }, 'picture'],
  ] as const)
    expect(await boss.refused(publicLinks.create, { id: form.id, prefill: wrong }), field).toMatchObject({
      status: 422,
      errors: { [`prefill.${field}`]: [expect.any(String)] },
    })
  const kept = { place: [{ id: place.id, name: 'Barn 2' }], shift: 'early' }
  expect(await linksOf(boss, form)).toMatchObject([{ prefill: kept }])
})

test('visitors see the questions of a form, and not its consequences in the company', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss, {
    ...penCheck,
    triggers: [{ id: 'watch', when: { on: 'critical' }, notify: { to: [{ user_id: boss.id }] }, set_status: 'stop' }],
  })
  const shown = await visit(publicForms.get, await linkOf(boss, form))
  expect(shown).toMatchObject({ form_id: form.id, name: form.name, version: 1, pictures: [], prefill: {} })
  expect(shown.definition.sections[0]?.questions[1]).toMatchObject({
    id: 'lame',
    critical: true,
    when_failed: { require_note: true },
  })
  const text = JSON.stringify(shown)
  for (const secret of ['Call the vet', 'assignee', 'notify', 'user_id', 'set_status', 'draft', 'company_id'])
    expect(text, secret).not.toContain(secret)
})

test('a wrong, foreign or revoked token answers exactly like a missing form', async () => {
  const boss = await (await company()).manager()
  const [form, other, bare] = [await publishedForm(boss), await publishedForm(boss), await publishedForm(boss)]
  const [link, second] = [await linkOf(boss, form), await linkOf(boss, other)]
  const nothing = await turnedAway(publicForms.get, { id: 2_000_000_000, token: link.token })
  expect(nothing).toMatchObject({ status: 404, code: 'not_found' })
  const wrong = [
    { ...link, token: `${link.token.slice(0, -1)}${link.token.endsWith('A') ? 'E' : 'A'}` },
    { ...link, token: 'x' },
    { ...link, token: 'x'.repeat(199) },
    { ...link, token: second.token },
    { id: bare.id, token: link.token },
    { id: 'nonsense', token: link.token },
    { id: '99999999999999999999', token: link.token },
  ]
  for (const one of wrong) {
    expect(await turnedAway(publicForms.get, one)).toEqual(nothing)
    expect(await turnedAway(publicForms.submit, { ...filledIn(link), ...one })).toEqual(nothing)
  }
  await boss.call(publicLinks.removeAll, { id: form.id })
  expect(await turnedAway(publicForms.get, link)).toEqual(nothing)
  expect(await turnedAway(publicForms.submit, filledIn(link))).toEqual(nothing)
  await expect(bring(link)).rejects.toThrow('404')
  // The other link, and what a token of a link is good for, are as before.
  await visit(publicForms.get, second)
  const { app } = await tend()
  const elsewhere = await app.inject({
    url: `/api/form/${other.id}`,
    headers: { authorization: `Bearer ${second.token}` },
  })
  expect(elsewhere.statusCode).toBe(401)
})

test('holders of the right address read in their language why the form is closed', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form)
  const why = async (code: string, status: number) => {
    const told = await turnedAway(publicForms.get, link, { lang: 'de' })
    expect(told, code).toMatchObject({ status, code })
    expect(await turnedAway(publicForms.submit, filledIn(link), { lang: 'de' }), code).toEqual(told)
    await expect(bring(link), code).rejects.toThrow(code)
    return told.message as string
  }
  for (const status of ['closing', 'closed'] as const) {
    await boss.call(forms.update, { id: form.id, status })
    await why('public_form_closed', 403)
  }
  await boss.call(forms.update, { id: form.id, status: 'open' })
  await visit(publicForms.get, link)

  await platform(db =>
    db
      .update(linkTable)
      .set({ expiresAt: new Date(Date.now() - 1) })
      .where(eq(linkTable.formId, form.id)),
  )
  await why('public_link_expired', 410)
  await changeLink(boss, form, { expires_at: tomorrow(), cap: 1 })
  await visit(publicForms.submit, filledIn(link))
  await why('public_link_full', 403)
  await changeLink(boss, form, { cap: 2 })
  await visit(publicForms.get, link)

  await boss.call(forms.remove, { id: form.id })
  await why('public_form_archived', 410)
  await boss.call(forms.restore, { id: form.id })

  const [offer] = await boss.call(plans.offers, {})
  const plan = await (await admin()).call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0 })
  await platform(db =>
    db.update(companyPlans).set({ startDate: '2020-01-01', endDate: '2020-02-01' }).where(eq(companyPlans.id, plan.id)),
  )
  expect(await why('plan_expired', 403)).toContain('kann zurzeit keine Antworten empfangen')
  await platform(db => db.update(companies).set({ archivedAt: new Date() }).where(eq(companies.id, farm.id)))
  await why('public_company_closed', 410)
})

test('without the right PIN nothing of the form is told, and nothing is taken', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  const link = await linkOf(boss, form, { pin: '270119' })
  const asked = await turnedAway(publicForms.get, link)
  expect(asked).toMatchObject({ status: 403, code: 'pin_required' })
  expect(Object.keys(asked).sort()).toEqual(['code', 'data', 'message', 'status'])
  expect(Object.keys(asked.data)).toEqual(['company_name', 'company_logo'])
  for (const pin of ['270118', '2701190', '', 'x'.repeat(5_000)])
    expect(await turnedAway(publicForms.get, link, { pin })).toMatchObject({ status: 422, code: 'wrong_pin' })
  expect(await turnedAway(publicForms.submit, filledIn(link), { pin: '1' })).toMatchObject({ code: 'wrong_pin' })
  expect(await turnedAway(publicForms.submit, filledIn(link))).toMatchObject({ code: 'pin_required' })
  await expect(bring(link)).rejects.toThrow('pin_required')

  const pin = '270119'
  expect(await visit(publicForms.get, link, { pin })).toMatchObject({ form_id: form.id })
  const sent = filledIn(link)
  await bring(link, { submission_uuid: sent.uuid }, { pin })
  await visit(publicForms.submit, sent, { pin })
  const [kept] = await platform(db => db.select().from(linkTable).where(eq(linkTable.formId, form.id)))
  expect(kept?.pinHash).toMatch(/^\$argon2id\$/)

  await changeLink(boss, form, { pin: '556677' })
  expect(await turnedAway(publicForms.get, link, { pin })).toMatchObject({ code: 'wrong_pin' })
  await visit(publicForms.get, link, { pin: '556677' })
})

test('a PIN is tried ten times from one network, concurrently too, then even the right one fails', async () => {
  const boss = await (await company()).manager()
  const [form, other] = [await publishedForm(boss), await publishedForm(boss)]
  const link = await linkOf(boss, form, { pin: '9000' })
  const second = await linkOf(boss, other, { pin: '9000' })
  const from = somewhere()
  const tried = await Promise.all(
    Array.from({ length: 20 }, (_, index) => turnedAway(publicForms.get, link, { from, pin: String(1000 + index) })),
  )
  const codes = tried.map(({ code }) => code)
  expect(codes.filter(code => code === 'wrong_pin')).toHaveLength(10)
  expect(codes.filter(code => code === 'too_many_requests')).toHaveLength(10)
  expect(await turnedAway(publicForms.get, link, { from, pin: '9000' })).toMatchObject({ status: 429 })
  // Somebody else, and another link, are not kept out by it.
  await visit(publicForms.get, link, { pin: '9000' })
  await visit(publicForms.get, second, { from, pin: '9000' })
  // The right one costs nothing, however often.
  const here = somewhere()
  for (let times = 0; times < 12; times++) await visit(publicForms.get, link, { from: here, pin: '9000' })
})

test('from one place thirty calls in a minute are heard, wrong tokens counted too', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const from = somewhere()
  const answers = await Promise.all(
    Array.from({ length: 29 }, () => turnedAway(publicForms.get, { ...link, token: 'guess' }, { from })),
  )
  expect(answers.every(({ status }) => status === 404)).toBe(true)
  await visit(publicForms.get, link, { from })
  const late = await turnedAway(publicForms.get, link, { from })
  expect(late).toMatchObject({ status: 429, code: 'too_many_requests' })
  expect(await turnedAway(publicForms.submit, filledIn(link), { from })).toMatchObject({ status: 429 })
  await visit(publicForms.get, link)
})

test('pages with the link in their address tell nobody where one came from', async () => {
  const boss = await (await company()).manager()
  const link = await linkOf(boss, await publishedForm(boss))
  const { app } = await tend()
  for (const url of [`/form/${link.id}/public/${link.token}`, `/api/form/${link.id}/public/${link.token}`]) {
    const { headers } = await app.inject({ url, remoteAddress: somewhere() })
    expect(headers['referrer-policy'], url).toBe('no-referrer')
  }
})

test('a form that is erased takes its link along', async () => {
  const boss = await (await company()).manager()
  const form = await publishedForm(boss)
  await linkOf(boss, form)
  await boss.call(forms.remove, { id: form.id })
  const long = new Date(Date.now() - 31 * day)
  await platform(db => db.update(formTable).set({ archivedAt: long }).where(eq(formTable.id, form.id)))
  const { services } = await tend()
  await platform(db => eraseArchivedForms.work({}, { db, services }))
  expect(await platform(db => db.select().from(formTable).where(eq(formTable.id, form.id)))).toEqual([])
  expect(await platform(db => db.select().from(linkTable).where(eq(linkTable.formId, form.id)))).toEqual([])
})

test('a copy of a form in another company has no link', async () => {
  const farm = await company()
  const boss = await farm.manager()
  const form = await publishedForm(boss)
  await linkOf(boss, form)
  const copy = await boss.call(forms.copyTo, { company_id: farm.id, form_id: form.id })
  expect(copy.public_link_count).toBe(0)
})
