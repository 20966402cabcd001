import { eq } from 'drizzle-orm'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { me } from '#shared/accounts/me.ts'
import { cases } from '#shared/cases/contract.ts'
import { publicCases, type ReporterCase } from '#shared/cases/publicCase.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { plans } from '#shared/companies/plans.ts'
import { roles } from '#shared/companies/roles.ts'
import { notices } from '#shared/notifications/contract.ts'
import { publicForms } from '#shared/public-links/publicForm.ts'
import { submissions } from '#shared/submissions/contract.ts'
import { sessions } from '../accounts/sessionTable.ts'
import { companyPlans, companies as companyTable } from '../companies/table.ts'
import { dayAt, daysLater } from '../lib/localDays.ts'
import { ask, channelOf, comeBack, newCode, report, say, trusted } from '../test/cases.ts'
import { goodAnswers, publishedForm } from '../test/forms.ts'
import { jobsDone } from '../test/jobsDone.ts'
import { admin, company, type Person, personWith, platform } from '../test/people.ts'
import { memberWith } from '../test/roles.ts'
import { photo } from '../test/submissions.ts'
import { tend } from '../test/tend.ts'
import { bring, filledIn, linkOf, somewhere, turnedAway, visit } from '../test/visitors.ts'
import { parts } from './handling.ts'
import { eraseClosedCases, notifyOfDeadlines } from './jobs.ts'
import { cases as table } from './table.ts'

const today = dayAt(new Date(), 'UTC')

async function farmWithChannel() {
  const farm = await company()
  const boss = await farm.manager()
  const trust = await trusted(farm, boss)
  return { farm, boss, trust, ...(await channelOf(boss)) }
}

const onlyCase = async (trust: Person) => {
  const { data } = await trust.call(cases.list, {})
  if (!data[0]) throw new Error('There is no case.')
  return data[0]
}
const read = async (code: string) => (await comeBack(code)).data as unknown as ReporterCase

test('a report becomes a case, is answered, and its reporter comes back with the code', async () => {
  const { trust, form, link } = await farmWithChannel()
  const answers = { ...goodAnswers, remark: { value: 'The gate was left open on purpose' } }
  const code = await report(link, { answers })
  expect(await visit(publicForms.get, link)).toMatchObject({ definition: { settings: { reporting_channel: true } } })

  const found = await onlyCase(trust)
  expect(found).toMatchObject({
    form_id: form.id,
    status: 'received',
    identity: 'anonymous',
    received_on: today,
    acknowledge_by: daysLater(today, 7),
    acknowledged_on: null,
    has_news: true,
  })
  const detail = await trust.call(cases.get, { id: found.id })
  expect(detail.lines).toContainEqual(
    expect.objectContaining({ question: 'Anything else?', answer: 'The gate was left open on purpose' }),
  )
  expect(detail).toMatchObject({ contact: null, locale: 'en', has_returned: false })

  const uuid = crypto.randomUUID()
  await trust.call(cases.say, { id: found.id, uuid, kind: 'note', text: 'Ask the vet first' })
  const answer = { id: found.id, uuid: crypto.randomUUID(), kind: 'answer' as const, text: 'Thank you. Which gate?' }
  await trust.call(cases.say, answer)
  await trust.call(cases.say, answer)
  const back = await read(code)
  expect(back).toMatchObject({ status: 'acknowledged', acknowledged_on: today, received_on: today })
  expect(back.messages).toEqual([{ from_company: true, text: 'Thank you. Which gate?', said_on: today, files: [] }])
  expect(JSON.stringify(back)).not.toContain(trust.name)
  expect(JSON.stringify(back)).not.toContain('Ask the vet')

  expect((await say(code, 'The one at the road')).status).toBe(201)
  const said = await trust.call(cases.messages, { id: found.id })
  expect(said.map(({ kind, text, by }) => [kind, text, by?.id ?? null])).toEqual([
    ['note', 'Ask the vet first', trust.id],
    ['answer', 'Thank you. Which gate?', trust.id],
    ['reporter', 'The one at the road', null],
  ])
  const closed = await trust.call(cases.update, { id: found.id, status: 'closed' })
  expect(closed).toMatchObject({ status: 'closed', answered_on: today, closed_on: today, has_returned: true })
  expect(closed.erase_on).toBe(`${Number(today.slice(0, 4)) + 3}${today.slice(4)}`)
  expect(closed.log.map(({ what }) => what).sort()).toEqual(['answer', 'case', 'messages', 'note', 'status'])
  expect(closed.log[0]).toMatchObject({ user: { id: trust.id, name: trust.name }, on_day: today })
  // All data of a person leaves out what was said in cases, and who read which.
  const { rawPayload } = await trust.send(me.export, {})
  const own = strFromU8(unzipSync(rawPayload)['data.json'] ?? new Uint8Array())
  expect(own).toContain(trust.email)
  expect(own).not.toMatch(/Ask the vet|case_/)
  const stale = await trust.refused(cases.update, { id: found.id, status: 'answered', revision: 1 })
  expect(stale).toMatchObject({ status: 409, data: { id: found.id } })
})

test('only the case right shows cases: no manager, admin, acting person or other company sees one', async () => {
  const { farm, boss, trust, link } = await farmWithChannel()
  await report(link)
  const { id } = await onlyCase(trust)
  const reader = await memberWith(farm, boss, [{ action: ['read'], subject: 'Case' }])
  expect(await reader.call(cases.get, { id })).toMatchObject({ id })
  expect(await reader.refused(cases.update, { id, status: 'closed' })).toMatchObject({ status: 403 })

  const platformAdmin = await admin()
  for (const person of [boss, await farm.worker(), await farm.guest(), platformAdmin]) {
    expect(await person.refused(cases.list, {})).toMatchObject({ status: 403 })
    expect(await person.refused(cases.get, { id })).toMatchObject({ status: 403 })
    expect(await person.refused(cases.report, {})).toMatchObject({ status: 403 })
    expect(await person.refused(cases.messages, { id })).toMatchObject({ status: 403 })
  }
  const user = await platformAdmin.call(auth.user, {})
  expect(user.ability_rules).toContainEqual(expect.objectContaining({ subject: 'Case', inverted: true }))

  const now = { reauthenticatedAt: new Date() }
  await platform(db => db.update(sessions).set(now).where(eq(sessions.userId, platformAdmin.id)))
  const acting = personWith((await platformAdmin.call(auth.switchUser, { id: trust.id })).token, trust)
  expect(await acting.refused(cases.list, {})).toMatchObject({ status: 403 })
  expect(await acting.refused(cases.get, { id })).toMatchObject({ status: 403 })

  const other = await farmWithChannel()
  expect(await other.trust.refused(cases.get, { id })).toMatchObject({ status: 404 })
  expect(await other.trust.refused(cases.messages, { id })).toMatchObject({ status: 404 })
  expect(await other.trust.refused(cases.update, { id, status: 'closed' })).toMatchObject({ status: 404 })
  expect((await other.trust.call(cases.list, {})).meta.total).toBe(0)
})

test('a manager gives the case right without having it, and inviters do not', async () => {
  const { farm, boss } = await farmWithChannel()
  const role = await boss.call(roles.create, {
    name: 'Trust',
    standing: 'below_employee',
    rules: [{ action: ['read', 'update'], subject: 'Case' }],
  })
  const office = await memberWith(farm, boss, [
    { action: ['read', 'create'], subject: 'Invite' },
    { action: ['read'], subject: 'Member' },
  ])
  const invited = { id: farm.id, email: `trust${farm.id}@example.test`, role_id: role.id }
  expect(await office.refused(invites.create, invited)).toMatchObject({ status: 403, code: 'role_above_own' })
  expect(await boss.call(invites.create, invited)).toMatchObject({ role_id: role.id })
})

test('a wrong code opens nothing and is counted; the same report under its code is one case', async () => {
  const { trust, link } = await farmWithChannel()
  const code = newCode()
  const input = { ...link, answers: goodAnswers, locale: 'en' as const, identity: 'anonymous' as const }
  const atOnce = await Promise.all([1, 2, 3].map(() => ask(publicCases.report, input, code)))
  expect(atOnce.map(({ status }) => status)).toEqual([201, 201, 201])
  expect((await ask(publicCases.report, input, code)).status).toBe(201)
  expect((await trust.call(cases.list, {})).meta.total).toBe(1)
  const other = { ...input, answers: { ...goodAnswers, remark: { value: 'Something else' } } }
  expect(await ask(publicCases.report, other, code)).toMatchObject({ status: 409, code: 'submission_uuid_taken' })
  expect(await ask(publicCases.report, input, 'ABCD')).toMatchObject({ status: 422 })

  const from = somewhere()
  for (let time = 0; time < 10; time++)
    expect(await comeBack(newCode(), { from })).toMatchObject({ status: 404, code: 'wrong_case_code' })
  expect(await comeBack(newCode(), { from })).toMatchObject({ status: 429 })
  // Not even the right one, from there; from elsewhere it opens.
  expect(await comeBack(code, { from })).toMatchObject({ status: 429 })
  expect(await comeBack(code)).toMatchObject({ status: 200 })
})

test('anonymous reports have no name; confidential and open ones may', async () => {
  const { trust, link } = await farmWithChannel()
  const input = { ...link, answers: goodAnswers, locale: 'hu' as const }
  const named = { ...input, identity: 'anonymous' as const, contact: 'Juan, 0123' }
  expect(await ask(publicCases.report, named, newCode())).toMatchObject({ status: 422 })
  await report(link, { identity: 'confidential', contact: 'Juan, 0123' })
  const { id, identity } = await onlyCase(trust)
  expect(identity).toBe('confidential')
  expect(await trust.call(cases.get, { id })).toMatchObject({ contact: 'Juan, 0123' })
})

test('files come with the code, stand in the row without metadata and names, and are fetched by who may', async () => {
  const { trust, link } = await farmWithChannel()
  const uuid = crypto.randomUUID()
  const code = await report(link, { answers: { ...goodAnswers, picture: { value: [{ uuid, name: 'juan.jpg' }] } } })
  const file = { name: 'juan.jpg', content: await photo() }
  const asked = { uuid, question_id: 'picture' }
  for (let time = 0; time < 2; time++)
    expect(await ask(publicCases.say, asked, code, { files: [file] })).toMatchObject({ status: 201 })
  const wrong = { uuid: crypto.randomUUID(), question_id: 'picture' }
  expect(await ask(publicCases.say, wrong, code, { files: [file] })).toMatchObject({ status: 422 })
  expect((await say(code, 'And this', { files: [{ ...file, name: 'two.jpg' }] })).status).toBe(201)

  const { id } = await onlyCase(trust)
  const detail = await trust.call(cases.get, { id })
  expect(detail.files).toMatchObject([{ name: '1.jpg', content_type: 'image/jpeg', question_id: 'picture' }])
  expect(detail.lines.find(line => line.question_id === 'picture')?.answer).toBe('1 file')
  const [message] = await trust.call(cases.messages, { id })
  expect(message?.files).toMatchObject([{ name: '2.jpg' }])
  const fetched = { id, case_file_id: detail.files[0]?.id ?? 0 }
  expect((await trust.send(cases.file, fetched)).rawPayload.subarray(0, 2).toString('hex')).toBe('ffd8')
  const other = await farmWithChannel()
  expect(await other.trust.refused(cases.file, fetched)).toMatchObject({ status: 404 })
})

test('a client that asks ahead gets no case, message or file, and the log has no entry of it', async () => {
  const { trust, link } = await farmWithChannel()
  const uuid = crypto.randomUUID()
  const code = await report(link, { answers: { ...goodAnswers, picture: { value: [{ uuid, name: 'juan.jpg' }] } } })
  const files = [{ name: 'juan.jpg', content: await photo() }]
  expect(await ask(publicCases.say, { uuid, question_id: 'picture' }, code, { files })).toMatchObject({ status: 201 })
  const { id } = await onlyCase(trust)
  const [file] = (await trust.call(cases.get, { id })).files
  const ahead = { headers: { 'sec-purpose': 'prefetch' } }
  for (const refused of [
    await trust.refused(cases.get, { id }, ahead),
    await trust.refused(cases.messages, { id }, ahead),
    await trust.refused(cases.file, { id, case_file_id: file?.id ?? 0 }, ahead),
  ])
    expect(refused).toMatchObject({ status: 503, code: 'unavailable' })
  // Notes are written after an answer, and the next call of the same person comes after them.
  expect((await trust.call(cases.get, { id })).log).toMatchObject([{ what: 'case', times: 1 }])
})

test('a channel takes no submissions by link or session, and other forms take no cases', async () => {
  const { farm, boss, form, link } = await farmWithChannel()
  expect(await turnedAway(publicForms.submit, filledIn(link))).toMatchObject({ status: 409, code: 'form_is_channel' })
  await expect(bring(link)).rejects.toThrow('form_is_channel')
  for (const person of [boss, await farm.worker()])
    expect(await person.refused(submissions.create, { form_id: form.id, uuid: crypto.randomUUID() })).toMatchObject({
      code: 'form_is_channel',
    })
  const ordinary = await linkOf(boss, await publishedForm(boss))
  const input = { ...ordinary, answers: goodAnswers, locale: 'en' as const, identity: 'anonymous' as const }
  expect(await ask(publicCases.report, input, newCode())).toMatchObject({ status: 404 })
})

test('cases are taken, answered and read also when the plan has ended and the link is full', async () => {
  const { farm, boss, trust, form } = await farmWithChannel()
  const link = await linkOf(boss, form, { cap: 1 })
  const [offer] = await boss.call(plans.offers, {})
  await (await admin()).call(plans.open, { id: farm.id, plan_id: offer?.id ?? 0 })
  const over = { startDate: daysLater(today, -9), endDate: daysLater(today, -1) }
  await platform(db => db.update(companyPlans).set(over).where(eq(companyPlans.companyId, farm.id)))
  expect(await boss.refused(roles.create, { name: 'x', standing: 'above_employee', rules: [] })).toMatchObject({
    code: 'plan_expired',
  })
  const [one] = [await report(link), await report(link)]
  expect((await trust.call(cases.list, {})).meta.total).toBe(2)
  const { id } = await onlyCase(trust)
  await trust.call(cases.update, { id, status: 'acknowledged' })
  await trust.call(cases.say, { id, uuid: crypto.randomUUID(), kind: 'answer', text: 'Seen' })
  expect((await say(one, 'More')).status).toBe(201)
})

test('those who handle cases are told once a day, by the clock of a job, and nobody else is', async () => {
  const { boss, trust, link } = await farmWithChannel()
  await report(link)
  const { services } = await tend()
  const told = async (person: Person) => (await person.call(notices.list, { kind: 'case.waiting' })).data.length
  await jobsDone()
  expect(await told(trust)).toBe(0)
  await platform(db => notifyOfDeadlines.work({}, { db, services })).then(afterwards => afterwards?.())
  expect([await told(trust), await told(boss)]).toEqual([1, 0])
  await platform(db => notifyOfDeadlines.work({}, { db, services })).then(afterwards => afterwards?.())
  expect(await told(trust)).toBe(1)
})

test('a closed case is erased on its day, with all that was said', async () => {
  const { trust, link } = await farmWithChannel()
  const code = await report(link)
  await say(code, 'More')
  const { id } = await onlyCase(trust)
  expect(await trust.refused(cases.update, { id, status: 'closed', erase_on: today })).toMatchObject({ status: 422 })
  await trust.call(cases.update, { id, status: 'closed', erase_on: daysLater(today, 1) })
  const { services } = await tend()
  const erase = () => platform(db => eraseClosedCases.work({}, { db, services }))
  await erase()
  expect((await comeBack(code)).status).toBe(200)
  await platform(db => db.update(table).set({ eraseOn: today }).where(eq(table.id, id)))
  await erase()
  expect(await comeBack(code)).toMatchObject({ status: 404, code: 'wrong_case_code' })
})

test('the report counts nothing about fewer than five', async () => {
  const { trust, link } = await farmWithChannel()
  const codes: string[] = []
  for (let number = 0; number < 4; number++) codes.push(await report(link))
  expect(await trust.call(cases.report, {})).toMatchObject({ total: null, returned: null })
  codes.push(await report(link), await report(link, { identity: 'open' }))
  for (const code of codes.slice(0, 5)) await comeBack(code)
  const counted = await trust.call(cases.report, { year: Number(today.slice(0, 4)) })
  // Five of six came back: who did not is one, so neither is told.
  expect(counted).toMatchObject({ total: 6, returned: null, acknowledged_in_time: null })
  expect(counted.by_identity).toEqual({ anonymous: null, confidential: null, open: null })
  await comeBack(codes[5] ?? '')
  expect(await trust.call(cases.report, {})).toMatchObject({ total: 6, returned: 6 })
  expect(parts({ a: 9, b: 7, c: 2 })).toEqual({ a: 9, b: null, c: null })
})

test('a company that is erased takes its cases along, and a person who leaves keeps no name in their log', async () => {
  const { farm, boss, trust, link } = await farmWithChannel()
  await report(link)
  await trust.call(cases.get, { id: (await onlyCase(trust)).id })
  await boss.call(companies.removeMember, { id: farm.id, user_id: trust.id })
  expect(await trust.refused(cases.list, {})).toMatchObject({ status: 403 })
  await platform(db => db.delete(companyTable).where(eq(companyTable.id, farm.id)))
  expect(await platform(db => db.select().from(table).where(eq(table.companyId, farm.id)))).toEqual([])
})
