import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { invites } from '#shared/companies/invites.ts'
import { type RoleRule, roles } from '#shared/companies/roles.ts'
import { maxRoleRules } from '#shared/companies/rules.ts'
import { startingRules } from '#shared/customRoles.ts'
import { forms } from '#shared/forms/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { locations } from '#shared/locations/contract.ts'
import { tasks } from '#shared/tasks/contract.ts'
import { atOnce } from '../test/atOnce.ts'
import { publishedForm } from '../test/forms.ts'
import { company, type Person, platform } from '../test/people.ts'
import { sendTask } from '../test/tasks.ts'
import { companies as companyTable } from './table.ts'

const foreman: RoleRule[] = [
  { action: ['read', 'create', 'update'], subject: 'Animal', conditions: { species: { $in: ['cattle', 'sheep'] } } },
  { action: ['read'], subject: 'Location', conditions: { type: { $ne: 'pen' } } },
  { action: ['read', 'complete'], subject: 'SentTask', conditions: { user_id: 'me' } },
]

const make = (boss: Person, rules: RoleRule[], standing: 'above_employee' | 'below_employee' = 'above_employee') =>
  boss.call(roles.create, { name: `Role ${Math.random()}`, standing, rules })

test('a custom role allows exactly its rules, in server and browser alike', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const role = await make(boss, foreman)
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: role.id })
  await boss.call(locations.create, { name: 'Barn', type: 'barn' })
  await boss.call(locations.create, { name: 'Pen', type: 'pen' })
  const pig = await boss.call(animals.create, { name: 'Piggy', species: 'pig' })
  await sendTask(boss, hand, {})
  await sendTask(boss, boss, {})

  expect(role).toMatchObject({ id: 2001, standing: 'above_employee', member_count: 0 })
  const user = await hand.call(auth.user, {})
  expect(user).toMatchObject({ role_id: 2001, company_id: farm.id })
  expect(user.ability_rules).toContainEqual({
    action: ['read', 'complete'],
    subject: 'SentTask',
    conditions: { user_id: hand.id, company_id: farm.id },
  })
  expect(await hand.call(animals.create, { name: 'Daisy', species: 'cattle' })).toMatchObject({ name: 'Daisy' })
  expect(await hand.refused(animals.create, { name: 'Pig', species: 'pig' })).toMatchObject({ status: 403 })
  const [daisy] = (await hand.call(animals.list, {})).data
  expect(daisy).toMatchObject({ name: 'Daisy' })
  expect(await hand.refused(animals.update, { id: daisy?.id ?? 0, species: 'pig' })).toMatchObject({ status: 403 })
  expect(await hand.refused(animals.get, { id: pig.id })).toMatchObject({ status: 404 })
  expect(await hand.refused(animals.remove, { id: daisy?.id ?? 0 })).toMatchObject({ status: 403 })
  expect((await hand.call(locations.list, {})).data).toMatchObject([{ name: 'Barn' }])
  expect((await hand.call(tasks.sent, {})).meta.total).toBe(1)
  expect(await hand.refused(forms.list, {})).toMatchObject({ status: 403 })
  expect(await hand.refused(companies.members, { id: farm.id })).toMatchObject({ status: 403 })
  expect((await boss.call(companies.members, { id: farm.id, role_id: 2001 })).data).toMatchObject([
    { id: hand.id, role_name: role.name },
  ])
})

test('a rule that says something unknown, or goes further than a manager, is refused by its number', async () => {
  const boss = await (await company()).manager()
  const wrong: RoleRule[] = [
    { action: ['read'], subject: 'Location' },
    { action: ['read'], subject: 'CompanyPlan' },
    { action: ['manage'], subject: 'Location' },
    { action: ['read'], subject: 'Location', conditions: { company_id: 7 } },
    { action: ['read'], subject: 'Location', conditions: { type: 'palace' } },
    { action: ['create'], subject: 'Form', conditions: { status: 'open' } },
    { action: ['read'], subject: 'Submission' },
    { action: ['read'], subject: 'Submission', conditions: { user_id: { $ne: 'me' } } },
    { action: ['update'], subject: 'Submission', conditions: { status: 'complete' } },
  ]
  const refusal = await boss.refused(roles.create, { name: 'All', standing: 'above_employee', rules: wrong })
  expect(refusal).toMatchObject({ status: 422 })
  expect(Object.keys(refusal.errors ?? {})).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map(index => `rules.${index}`))
  const bad = { name: 'Bad', standing: 'above_employee' as const }
  for (const rules of [
    [{ action: ['read'], subject: 'Animal', conditions: { species: { $regex: '.*' } } }],
    [{ subject: 'all' }],
    [{ action: ['read'], subject: 'constructor' }],
    [{ action: ['read'], subject: 'toString' }],
    [{ action: ['read'], subject: 'Location', conditions: { constructor: 'barn' } }],
  ])
    expect(await boss.refused(roles.create, { ...bad, rules })).toMatchObject({ status: 422 })

  const fitting: RoleRule[] = [
    { action: ['read', 'delete'], subject: 'Submission', conditions: { status: 'complete', user_id: { $ne: 'me' } } },
    { action: ['read', 'create', 'update'], subject: 'Submission', conditions: { user_id: 'me' } },
  ]
  expect(await make(boss, fitting)).toMatchObject({ rules: fitting })
  for (const roleId of [2000, 3000, 4000])
    expect(await make(boss, startingRules(roleId))).toMatchObject({ member_count: 0 })
})

test('too many rules of a role about one subject, or values in them, are refused in each language', async () => {
  const boss = await (await company()).manager()
  const { ofSubject, values } = maxRoleRules
  const different = (rules: number, each: number): RoleRule[] =>
    Array.from({ length: rules }, (_, rule) => ({
      ...{ action: ['read'], subject: 'Submission' },
      conditions: {
        status: 'complete',
        user_id: { $in: Array.from({ length: each }, (_, at) => 1 + rule * each + at) },
      },
    }))
  const role = await make(boss, different(ofSubject, values / ofSubject - 1))
  const texts = new Set<string>()
  for (const lang of locales)
    for (const [rules, place, maximum] of [
      [different(ofSubject + 1, 1), `rules.${ofSubject}`, ofSubject],
      [different(ofSubject, values / ofSubject), 'rules', values],
    ] as const)
      for (const refusal of [
        await boss.refused(roles.create, { name: 'Greedy', standing: 'above_employee', rules }, { lang }),
        await boss.refused(roles.update, { id: role.id, rules }, { lang }),
      ]) {
        expect(refusal).toMatchObject({ status: 422, errors: { [place]: [expect.stringContaining(`${maximum}`)] } })
        texts.add(refusal.errors?.[place]?.[0] ?? '')
      }
  expect(texts.size).toBe(2 * locales.length)
})

test('a member with an employee’s rules as a custom role sees what an employee sees', async () => {
  const farm = await company()
  const [boss, hand, twin] = [await farm.manager(), await farm.worker(), await farm.worker()]
  const form = await publishedForm(boss)
  await boss.call(forms.create, { template_key: 'daily-pen-check' })
  const role = await make(boss, startingRules(3000), 'below_employee')
  await boss.call(companies.changeRole, { id: farm.id, user_id: twin.id, role_id: role.id })

  expect(role.id).toBe(3001)
  for (const person of [hand, twin]) {
    expect((await person.call(forms.list, {})).data).toMatchObject([{ id: form.id }])
    expect((await person.call(companies.members, { id: farm.id })).meta.total).toBe(3)
    expect(await person.refused(tasks.list, {})).toMatchObject({ status: 403 })
  }
})

test('changed rules apply at once, and their holders are told', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const role = await make(boss, [])
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: role.id })
  expect(await hand.refused(locations.list, {})).toMatchObject({ status: 403 })
  const rules: RoleRule[] = [{ action: ['read'], subject: 'Location' }]
  const changed = await boss.call(roles.update, { id: role.id, rules, revision: role.revision })

  expect(changed).toMatchObject({ rules, member_count: 1, revision: role.revision + 1, name: role.name })
  expect((await hand.call(locations.list, {})).data).toEqual([])
  expect(await hand.heard('abilities.changed')).toHaveLength(2)
  expect(await boss.refused(roles.update, { id: role.id, name: 'Old', revision: role.revision })).toMatchObject({
    status: 409,
    code: 'stale_revision',
    data: { revision: changed.revision },
  })
  expect(
    await boss.refused(roles.update, { id: role.id, rules: [{ action: ['read'], subject: 'all' }] }),
  ).toMatchObject({
    status: 422,
  })
})

test('a role that somebody has, or is invited to, stays', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const role = await make(boss, [])
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: role.id })
  expect(await boss.refused(roles.remove, { id: role.id })).toMatchObject({ status: 409, code: 'in_use' })
  await boss.call(companies.freeze, { id: farm.id, user_id: hand.id })
  expect(await boss.refused(roles.remove, { id: role.id })).toMatchObject({ status: 409, code: 'in_use' })
  await boss.call(companies.removeMember, { id: farm.id, user_id: hand.id })
  const invite = await boss.call(invites.create, { id: farm.id, email: 'own@role.example', role_id: role.id })
  expect(invite).toMatchObject({ role_id: role.id, role_name: role.name })
  expect(await boss.refused(roles.remove, { id: role.id })).toMatchObject({ status: 409, code: 'in_use' })
  await boss.call(invites.revoke, { id: farm.id, invite_id: invite.id })

  expect(await boss.call(roles.remove, { id: role.id })).toBeNull()
  expect((await boss.call(roles.list, {})).data).toEqual([])
  expect(await boss.refused(invites.create, { id: farm.id, email: 'b@role.example', role_id: role.id })).toMatchObject({
    status: 422,
  })
})

test('an archived role gives nobody anything, leaves its name to others, and is brought back', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const rules: RoleRule[] = [{ action: ['read'], subject: 'Animal' }]
  const role = await make(boss, rules)
  await boss.call(roles.remove, { id: role.id })
  await boss.call(roles.remove, { id: role.id })
  expect((await boss.call(roles.list, { archived: true })).data).toMatchObject([
    { id: role.id, name: role.name, rules },
  ])
  const give = { id: farm.id, user_id: hand.id, role_id: role.id }
  expect(await boss.refused(companies.changeRole, give)).toMatchObject({ status: 422 })

  const same = await boss.call(roles.create, { name: role.name, rules: [], standing: 'above_employee' })
  expect(await boss.refused(roles.restore, { id: role.id })).toMatchObject({ errors: { name: [expect.any(String)] } })
  await boss.call(roles.update, { id: same.id, name: 'Another' })
  expect(await boss.call(roles.restore, { id: role.id })).toMatchObject({ archived_at: null, name: role.name, rules })
  await boss.call(companies.changeRole, give)
  expect(await hand.refused(roles.restore, { id: role.id })).toMatchObject({ status: 403 })
})

test('a role is deleted or given, never both at once', async () => {
  const farm = await company()
  const boss = await farm.manager()
  for (let round = 0; round < 5; round++) {
    const [role, hand] = [await make(boss, []), await farm.worker()]
    await atOnce(2, index =>
      index === 0
        ? boss.send(roles.remove, { id: role.id })
        : boss.send(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: role.id }),
    )
    const user = await hand.call(auth.user, {})
    const kept = (await boss.call(roles.list, { per_page: 100 })).data.some(({ id }) => id === role.id)
    expect(kept).toBe(user.role_id === role.id)
  }
})

test('inviters give no role with more rights than their own', async () => {
  const farm = await company()
  const [boss, hand] = [await farm.manager(), await farm.worker()]
  const inviting: RoleRule[] = [
    { action: ['read', 'create', 'update', 'delete'], subject: 'Invite' },
    { action: ['read'], subject: 'Location' },
  ]
  const recruiter = await make(boss, inviting)
  const [less, more] = [
    await make(boss, [{ action: ['read'], subject: 'Location', conditions: { type: 'barn' } }], 'below_employee'),
    await make(boss, [{ action: ['read'], subject: 'Animal' }], 'below_employee'),
  ]
  await boss.call(companies.changeRole, { id: farm.id, user_id: hand.id, role_id: recruiter.id })
  const invite = (role_id: number) =>
    hand
      .send(invites.create, { id: farm.id, email: `r${role_id}@role.example`, role_id })
      .then(({ body }) => JSON.parse(body))

  expect(await invite(less.id)).toMatchObject({ data: { role_id: less.id } })
  for (const role_id of [more.id, 2000, 3000]) expect(await invite(role_id)).toMatchObject({ code: 'role_above_own' })
  expect((await hand.call(invites.list, { id: farm.id })).meta.total).toBe(1)
  expect(await hand.refused(companies.changeRole, { id: farm.id, user_id: boss.id, role_id: 3000 })).toMatchObject({
    status: 403,
  })
})

test('each company has its own roles, under the same numbers', async () => {
  const [farm, dairy] = [await company(), await company()]
  const [boss, other, hand, guest] = [
    await farm.manager(),
    await dairy.manager(),
    await farm.worker(),
    await farm.guest(),
  ]
  const role = await boss.call(roles.create, { name: 'Milker', standing: 'above_employee', rules: [] })

  expect(await other.refused(roles.update, { id: role.id, name: 'Mine' })).toMatchObject({ status: 404 })
  expect(await other.refused(roles.remove, { id: role.id })).toMatchObject({ status: 404 })
  const theirs = await other.call(roles.create, { name: 'Milker', standing: 'above_employee', rules: [] })
  expect(theirs.id).toBe(role.id)
  expect((await other.call(roles.list, {})).data).toEqual([theirs])
  expect(await hand.call(roles.get, { id: role.id })).toEqual(role)
  expect(await hand.refused(roles.get, { id: role.id + 1 })).toMatchObject({ status: 404 })
  expect(await guest.refused(roles.get, { id: role.id })).toMatchObject({ status: 403 })
  expect(await boss.refused(roles.create, { name: 'milker', standing: 'above_employee', rules: [] })).toMatchObject({
    status: 422,
    errors: { name: [expect.any(String)] },
  })
  expect((await hand.call(roles.list, {})).data).toMatchObject([{ name: 'Milker' }])
  expect(await hand.refused(roles.create, { name: 'Boss', standing: 'above_employee', rules: [] })).toMatchObject({
    status: 403,
  })
  expect(await guest.refused(roles.list, {})).toMatchObject({ status: 403 })
})

test('the number of a deleted role is not given again, and each standing ends at 999', async () => {
  const farm = await company()
  const boss = await farm.manager()
  for (const [standing, first] of [
    ['above_employee', 2001],
    ['below_employee', 3001],
  ] as const) {
    const make = (name: string) => boss.call(roles.create, { name, standing, rules: [] })
    const one = await make(`One ${standing}`)
    await boss.call(roles.remove, { id: one.id })
    const [two, three] = await Promise.all([make(`Two ${standing}`), make(`Three ${standing}`)])
    expect(one.id).toBe(first)
    expect([two.id, three.id].sort()).toEqual([first + 1, first + 2])
  }
  await platform(db => db.update(companyTable).set({ lastRoleAboveEmployee: 2998 }).where(eq(companyTable.id, farm.id)))
  expect(await make(boss, [])).toMatchObject({ id: 2999 })
  expect(await boss.refused(roles.create, { name: 'Too many', rules: [], standing: 'above_employee' })).toMatchObject({
    status: 422,
    errors: { standing: [expect.any(String)] },
  })
})
