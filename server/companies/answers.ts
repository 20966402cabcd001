import { eq } from 'drizzle-orm'
import type { QueryProvider } from '../lib/queryPorts.ts'
import { usage } from '../plans/questions.ts'
import { storedOfCompany } from './questions.ts'
import { companies } from './table.ts'

/** The logo takes room of the plan's, and goes with the company. */
export const companyAnswers: QueryProvider[] = [
  usage.providedBy(async (db, { companyId, thing }) => {
    if (thing !== 'storage') return 0
    const [company] = await db.select({ logo: companies.logo }).from(companies).where(eq(companies.id, companyId))
    return company?.logo?.size ?? 0
  }),
  storedOfCompany.providedBy(async (db, companyId) => {
    const [company] = await db.select({ logo: companies.logo }).from(companies).where(eq(companies.id, companyId))
    return company?.logo ? [company.logo.path] : []
  }),
]
