import { sql } from 'drizzle-orm'
import { randomToken } from '../../lib/security/secrets.ts'
import { type Person, platform } from '../people.ts'
import { nowhere } from './asking.ts'
import type { Ids } from './expectation.ts'

const tables: Partial<Record<keyof Ids, string>> = {
  place: 'locations',
  vehicle: 'vehicles',
  group: 'animal_groups',
  animal: 'animals',
  form: 'forms',
  publicLink: 'public_links',
  libraryEntry: 'form_library',
  task: 'tasks',
  sent: 'sent_tasks',
  submission: 'submissions',
  invite: 'invites',
  role: 'roles',
  companyPlan: 'company_plans',
  file: 'files',
  conversation: 'conversations',
  message: 'messages',
  report: 'message_reports',
  guide: 'guides',
  savedReport: 'reports',
  share: 'shares',
  helper: 'helpers',
  finding: 'findings',
  export: 'submission_exports',
  import: 'register_imports',
  listView: 'list_views',
  animalEvent: 'animal_events',
  withhold: 'withholds',
  paper: 'papers',
  vehicleEntry: 'vehicle_entries',
  maintenancePlan: 'maintenance_plans',
  animalMerge: 'animal_merges',
  document: 'documents',
}

/** The first row of each kind that a company has. */
export async function idsOf(companyId: number, hand: Person): Promise<Ids> {
  const ids = { company: companyId, user: hand.id } as Ids
  await platform(async db => {
    for (const [what, table] of Object.entries(tables)) {
      const { rows } = await db.execute<{ id: number | null }>(
        sql`select min(id) as id from ${sql.identifier(table)} where company_id = ${companyId}`,
      )
      ids[what as keyof Ids] = rows[0]?.id ?? nowhere
    }
    const own = await db.execute<{ id: number }>(sql`select min(id) as id from sessions where user_id = ${hand.id}`)
    ids.session = own.rows[0]?.id ?? nowhere
    const phone = await db.execute<{ id: number }>(sql`
      insert into enrolments (user_id, offer_hash, offer_expires_at, enrolled_at)
      values (${hand.id}, ${randomToken()}, now(), now()) returning id`)
    ids.enrolment = phone.rows[0]?.id ?? nowhere
  })
  return ids
}
