import { and, count, eq, isNull } from 'drizzle-orm'
import { usage } from '../companies/ports.ts'
import { animals } from './table.ts'

/** Living animals count for the plan. */
export const animalCount = usage.providedBy(async (db, { companyId, thing }) => {
  if (thing !== 'animals') return 0
  const living = and(eq(animals.companyId, companyId), isNull(animals.archivedAt))
  return (await db.select({ used: count() }).from(animals).where(living))[0]?.used ?? 0
})
