import { roles } from '#shared/lib/roles.ts'
import { credentials, users } from '../../accounts/table.ts'
import { companies, memberships } from '../../companies/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { hashPassword } from '../../lib/security/passwordHash.ts'

export const demoCompanies = {
  greenfield: {
    name: 'Greenfield Farm',
    timeZone: 'Europe/London',
    languageId: 1,
    countryId: 826,
    currency: 'GBP',
    kindOfBusiness: 'mixed_farm',
  },
  riverside: {
    name: 'Riverside Dairy',
    timeZone: 'Europe/Budapest',
    languageId: 2,
    countryId: 348,
    currency: 'HUF',
    kindOfBusiness: 'dairy',
  },
  kramer: {
    name: 'Kramer Viehtransporte',
    timeZone: 'Europe/Berlin',
    languageId: 3,
    countryId: 276,
    currency: 'EUR',
    kindOfBusiness: 'transport',
  },
  bellerive: {
    name: 'Atelier Bellerive',
    timeZone: 'Europe/Paris',
    languageId: 4,
    countryId: 250,
    currency: 'EUR',
    kindOfBusiness: 'workshop',
  },
} as const

export type DemoCompany = keyof typeof demoCompanies

type DemoAccount = { email: string; name: string; languageId: number; place?: { company: DemoCompany; roleId: number } }

/** The accounts that the terminal prints; all have the demo password. */
export const demoAccounts: DemoAccount[] = [
  { email: 'admin@tend.example', name: 'Alex Admin', languageId: 1 },
  member('manager@greenfield.example', 'Maya Fletcher', 'greenfield', roles.manager, 1),
  member('worker@greenfield.example', 'Tom Ashby', 'greenfield', roles.employee, 1),
  member('worker2@greenfield.example', 'Farid Haddad', 'greenfield', roles.employee, 5),
  // Becomes the one who handles cases (cases.ts).
  member('trust@greenfield.example', 'Ruth Ellis', 'greenfield', roles.employee, 1),
  member('guest@greenfield.example', 'Vera Weiss', 'greenfield', roles.guest, 3),
  member('manager@riverside.example', 'Kovács Eszter', 'riverside', roles.manager, 2),
  member('worker@riverside.example', 'Nagy Bence', 'riverside', roles.employee, 2),
  // Works for the haulier too (vet.ts).
  member('vet@riverside.example', 'Dr. Anna Balogh', 'riverside', roles.employee, 1),
  member('manager@kramer.example', 'Heike Kramer', 'kramer', roles.manager, 3),
  member('worker@kramer.example', 'Jonas Vogt', 'kramer', roles.employee, 3),
  member('manager@bellerive.example', 'Claire Fontaine', 'bellerive', roles.manager, 4),
  member('worker@bellerive.example', 'Hugo Martin', 'bellerive', roles.employee, 4),
]

function member(email: string, name: string, company: DemoCompany, roleId: number, languageId: number): DemoAccount {
  return { email, name, languageId, place: { company, roleId } }
}

export type DemoPeople = { companyIds: Record<DemoCompany, number>; userIds: Map<string, number> }

/** The companies and everyone in them. */
export async function seedPeople(db: Database, password: string, now: Date): Promise<DemoPeople> {
  const companyIds = {} as Record<DemoCompany, number>
  for (const [key, company] of Object.entries(demoCompanies)) {
    const [row] = await db.insert(companies).values(company).returning({ id: companies.id })
    companyIds[key as DemoCompany] = row?.id ?? 0
  }
  const userIds = new Map<string, number>()
  const passwordHash = await hashPassword(password)
  for (const { email, name, languageId, place } of demoAccounts) {
    const timeZone = demoCompanies[place?.company ?? 'greenfield'].timeZone
    const [user] = await db
      .insert(users)
      .values({
        email,
        name,
        languageId,
        timeZone,
        emailConfirmedAt: now,
        privacyAcceptedAt: now,
        privacyVersion: 1,
        ...(!place && { adminSince: now }),
      })
      .returning({ id: users.id })
    if (!user) throw new Error(`The demo account ${email} was not stored.`)
    userIds.set(email, user.id)
    await db.insert(credentials).values({ userId: user.id, passwordHash })
    if (place)
      await db
        .insert(memberships)
        .values({ companyId: companyIds[place.company], userId: user.id, roleId: place.roleId })
  }
  return { companyIds, userIds }
}

export const idOf = ({ userIds }: DemoPeople, email: string): number => userIds.get(email) ?? 0
