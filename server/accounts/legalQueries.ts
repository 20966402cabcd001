import { readFileSync } from 'node:fs'
import { desc } from 'drizzle-orm'
import type { Legal, LegalText } from '#shared/legal/contract.ts'
import { locales } from '#shared/lib/language.ts'
import type { Database } from '../lib/db/pools.ts'
import { legalVersions } from './legalTable.ts'

/** Version of the texts that come with tend; an admin's first own version is the next one. */
const ownVersion = 1

const ownText = (kind: 'privacy' | 'terms'): LegalText =>
  Object.fromEntries(
    locales.map(locale => [
      locale,
      readFileSync(new URL(`./texts/${kind}.${locale}.txt`, import.meta.url), 'utf8').trim(),
    ]),
  )
const own: Legal = { version: ownVersion, published_at: null, privacy: ownText('privacy'), terms: ownText('terms') }

/** The texts that hold now. */
export async function findLegal(db: Database): Promise<Legal> {
  const [latest] = await db.select().from(legalVersions).orderBy(desc(legalVersions.version)).limit(1)
  return latest ? presentLegal(latest) : own
}

/** The version that holds now; cheaper than its texts. */
export async function findLegalVersion(db: Database): Promise<number> {
  const [latest] = await db
    .select({ version: legalVersions.version })
    .from(legalVersions)
    .orderBy(desc(legalVersions.version))
    .limit(1)
  return latest?.version ?? ownVersion
}

export const presentLegal = (row: typeof legalVersions.$inferSelect): Legal => ({
  version: row.version,
  privacy: row.privacy,
  terms: row.terms,
  published_at: row.publishedAt.toISOString(),
})
