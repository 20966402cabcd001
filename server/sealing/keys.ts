import { and, desc, eq, exists, gt, or } from 'drizzle-orm'
import type { SigningKey } from '#shared/sealing/contract.ts'
import type { Database } from '../lib/db/pools.ts'
import { fingerprintOf, type Signing } from '../lib/security/signing.ts'
import { seals, signingKeys } from './table.ts'

export type KeyRow = typeof signingKeys.$inferSelect

/**
 * Makes the first key, and a new one where the secret of keys is another than before: then the last one here can sign
 * no more. Nodes that start at once make one.
 */
export async function prepareSigningKey(db: Database, signing: Signing): Promise<void> {
  const last = await currentKey(db)
  if (last?.publicKey === signing.publicKey(last?.generation ?? 1)) return
  await addKey(db, signing, (last?.generation ?? 0) + 1)
}

/** The next key, which signs from now on. */
export async function renewSigningKey(db: Database, signing: Signing): Promise<KeyRow> {
  const last = await currentKey(db)
  return addKey(db, signing, (last?.generation ?? 0) + 1)
}

async function addKey(db: Database, signing: Signing, generation: number): Promise<KeyRow> {
  const publicKey = signing.publicKey(generation)
  await db
    .insert(signingKeys)
    .values({ generation, publicKey, fingerprint: fingerprintOf(publicKey) })
    .onConflictDoNothing()
  const [row] = await db.select().from(signingKeys).where(eq(signingKeys.generation, generation))
  if (!row) throw new Error('The key was not stored.')
  return row
}

/** The key that signs now. */
export async function currentKey(db: Database): Promise<KeyRow | undefined> {
  const [row] = await db.select().from(signingKeys).orderBy(desc(signingKeys.generation)).limit(1)
  return row
}

/** All keys, the one that signs now first, and last those of other tends, below zero. */
export const allKeys = (db: Database): Promise<KeyRow[]> =>
  db.select().from(signingKeys).orderBy(desc(signingKeys.generation))

/** The keys of this tend, and those of others that signed links of a company before it came here. */
export const keysOf = (db: Database, companyId: number): Promise<KeyRow[]> => {
  const signed = and(eq(seals.companyId, companyId), eq(seals.keyGeneration, signingKeys.generation))
  return db
    .select()
    .from(signingKeys)
    .where(or(gt(signingKeys.generation, 0), exists(db.select().from(seals).where(signed))))
    .orderBy(desc(signingKeys.generation))
}

export const presentKey = ({ generation, fingerprint, publicKey, madeAt }: KeyRow): SigningKey => ({
  generation,
  fingerprint,
  public_key: publicKey,
  made_at: madeAt.toISOString(),
})

/** The fingerprints of the keys by generation. */
export const fingerprints = async (db: Database): Promise<Map<number, string>> =>
  new Map((await allKeys(db)).map(({ generation, fingerprint }) => [generation, fingerprint]))
