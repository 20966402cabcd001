import { companies } from '#shared/companies/contract.ts'
import { type RoleRule, roles } from '#shared/companies/roles.ts'
import type { Person, TestCompany } from './people.ts'

let made = 0

/** Somebody at work in the company whose role there is the company's own, with these rules. */
export async function memberWith(farm: TestCompany, boss: Person, rules: RoleRule[]): Promise<Person> {
  const role = await boss.call(roles.create, { name: `Own role ${++made}`, standing: 'above_employee', rules })
  const person = await farm.worker()
  await boss.call(companies.changeRole, { id: farm.id, user_id: person.id, role_id: role.id })
  return person
}

/** Leads the herd: gives tasks and sees how they end. */
export const herdLead: RoleRule[] = [
  { action: ['read', 'create', 'update', 'delete'], subject: 'Task' },
  { action: ['read', 'complete', 'skip'], subject: 'SentTask' },
  { action: ['read', 'create', 'update'], subject: 'Animal' },
  { action: ['read'], subject: 'Member' },
]

/** Only reads what was filled in and what came of it. */
export const auditor: RoleRule[] = [
  { action: ['read'], subject: 'Submission', conditions: { status: 'complete' } },
  { action: ['read'], subject: 'Form' },
]
