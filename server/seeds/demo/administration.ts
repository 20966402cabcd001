/**
 * What runs the demo companies beside the daily work: plans, an own role, a seasonal worker out of season, invitations
 * of every state.
 */

import type { RoleRule } from '#shared/companies/roles.ts'
import { startingRules } from '#shared/customRoles.ts'
import { actorOf } from '#shared/lib/actor.ts'
import { roles } from '#shared/lib/roles.ts'
import { createKey } from '../../accounts/keys.ts'
import { writeKeyUse } from '../../accounts/keyUse.ts'
import { users } from '../../accounts/table.ts'
import { companyPlans, invites, memberships, ownRoles, plans } from '../../companies/table.ts'
import { inviteForms } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { dayAt, daysLater } from '../../lib/localDays.ts'
import { actAs, type Filling, type Person } from './acting.ts'
import { day, hour } from './chance.ts'
import type { Crew } from './history.ts'

const herdLeadId = roles.manager + 1

type Invited = Partial<typeof invites.$inferInsert> & { email: string; daysAgo: number; forms?: number[] }

/**
 * Greenfield pays for a plan, has a herd lead with a role of its own, and invites people; answers who leads the herd.
 */
export async function administerGreenfield(
  db: Database,
  crew: Crew,
  starterFormId: number,
  now: Date,
): Promise<{ herdLead: number }> {
  await addPlan(db, crew, 'trial', now, { begun: 84, days: 30, price: null, currency: 'GBP', selects: 'medium' })
  await addPlan(db, crew, 'medium', now, { begun: 54, days: 365, price: 43, currency: 'GBP' })
  await db
    .insert(ownRoles)
    .values({ companyId: crew.companyId, id: herdLeadId, name: 'Herd lead', rules: herdLeadRules })
  const nora = { name: 'Nora Price', email: 'nora@greenfield.example', languageId: 1 }
  const herdLead = await addPerson(db, crew, nora, herdLeadId)
  const picker = { name: 'Luca Moretti', email: 'luca@greenfield.example', languageId: 1 }
  await addPerson(db, crew, picker, roles.employee, new Date(now.getTime() - 40 * day))
  const vetId = await addPerson(
    db,
    crew,
    { name: 'Ines Duarte', email: 'ines@vets.example', languageId: 4 },
    roles.guest,
  )
  await addInvites(db, crew, now, [
    { email: 'ben@greenfield.example', daysAgo: 1, roleId: roles.employee, deliveredAt: now, forms: [starterFormId] },
    { email: 'olena@greenfield.example', daysAgo: 2, roleId: herdLeadId, deliveredAt: now },
    {
      email: 'sam@gone.example',
      daysAgo: 1,
      roleId: roles.employee,
      deliveryError: '550 5.1.1 The e-mail account that you tried to reach does not exist',
    },
    { email: 'pat@greenfield.example', daysAgo: 20, roleId: roles.employee, deliveredAt: now },
    { email: 'wrong@greenfield.example', daysAgo: 15, roleId: roles.manager, deliveredAt: now, revokedAt: now },
    {
      email: 'ines@vets.example',
      daysAgo: 60,
      roleId: roles.guest,
      deliveredAt: now,
      acceptedAt: now,
      acceptedBy: vetId,
    },
  ])
  return { herdLead }
}

/** Riverside is in its trial. */
export async function administerRiverside(db: Database, crew: Crew, starterFormId: number, now: Date): Promise<void> {
  await addPlan(db, crew, 'trial', now, { begun: 3, days: 30, price: null, currency: 'HUF' })
  const seasonal = { name: 'Szabó Réka', email: 'reka@riverside.example', languageId: 2 }
  await addPerson(db, crew, seasonal, roles.employee, new Date(now.getTime() - 20 * day))
  await addInvites(db, crew, now, [
    {
      email: 'marton@riverside.example',
      daysAgo: 1,
      roleId: roles.employee,
      languageId: 2,
      deliveredAt: now,
      forms: [starterFormId],
    },
    { email: 'regi@riverside.example', daysAgo: 12, roleId: roles.employee, languageId: 2, deliveredAt: now },
  ])
}

/** A program in the parlour that writes what was milked. The manager gave her password just before she made its key. */
export async function connectMilkRecorder(filling: Filling, manager: Person): Promise<void> {
  const { db, now } = filling
  const { companyId } = manager
  const made = new Date(now.getTime() - 40 * day)
  const session = {
    ...{
      id: 0,
      token: '',
      actingUserId: null,
      enrolmentId: null,
      key: null,
      ssoConnectionId: null,
      onlyCompanyId: null,
      hasSecondFactor: false,
    },
    reauthenticatedAt: made,
  }
  const draft = { name: 'Milk recorder', roleId: roles.employee, access: 'write' } as const
  const { id } = await actAs(filling, manager, made, ctx => createKey({ ...ctx, session }, draft))
  const actor = actorOf(id, companyId, roles.employee)
  for (const at of [new Date(made.getTime() + day), new Date(now.getTime() - 2 * hour)])
    await writeKeyUse(db, actor, '192.0.2.41', at)
}

/** Everything of an employee, and the herd's animals and groups to keep. */
const herdLeadRules: RoleRule[] = [
  ...startingRules(roles.employee),
  { action: ['create', 'update'], subject: 'Animal', conditions: { species: { $in: ['cattle', 'sheep'] } } },
  { action: ['create', 'update'], subject: 'AnimalGroup' },
  { action: ['read', 'create', 'update'], subject: 'Task' },
  { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } },
]

type Opened = { begun: number; days: number; price: number | null; currency: string; selects?: string }

/** A plan of the company that began some days ago. */
async function addPlan(db: Database, crew: Crew, key: string, now: Date, opened: Opened): Promise<void> {
  const { begun, days, price, currency, selects } = opened
  const offers = await db.select().from(plans)
  const [offer, selected] = [key, selects].map(wanted => offers.find(one => one.key === wanted))
  if (!offer) throw new Error(`The offer ${key} is missing.`)
  const startDate = daysLater(dayAt(now, crew.timeZone), -begun)
  await db.insert(companyPlans).values({
    companyId: crew.companyId,
    planId: offer.id,
    name: offer.name,
    isTrial: offer.isTrial,
    selectedPlanId: selected?.id ?? null,
    startDate,
    endDate: daysLater(startDate, days - 1),
    price,
    currency,
    limits: offer.limits,
  })
}

/** Somebody who belongs to the company and does not sign in during the demo. */
async function addPerson(
  db: Database,
  crew: Crew,
  person: { name: string; email: string; languageId: number },
  roleId: number,
  frozenAt: Date | null = null,
): Promise<number> {
  const [user] = await db
    .insert(users)
    .values({ ...person, timeZone: crew.timeZone, emailConfirmedAt: crew.now })
    .returning({ id: users.id })
  if (!user) throw new Error(`${person.name} was not stored.`)
  await db.insert(memberships).values({ companyId: crew.companyId, userId: user.id, roleId, frozenAt })
  return user.id
}

async function addInvites(db: Database, crew: Crew, now: Date, invited: Invited[]): Promise<void> {
  const { companyId } = crew
  for (const { daysAgo, forms = [], ...invite } of invited) {
    const sentAt = new Date(now.getTime() - daysAgo * day)
    const [row] = await db
      .insert(invites)
      .values({
        companyId,
        roleId: roles.employee,
        languageId: 1,
        invitedBy: crew.managerId,
        sentAt,
        createdAt: sentAt,
        expiresAt: new Date(sentAt.getTime() + 7 * day),
        ...invite,
      })
      .returning({ id: invites.id })
    if (row) for (const formId of forms) await db.insert(inviteForms).values({ companyId, inviteId: row.id, formId })
  }
}
