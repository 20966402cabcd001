import { eq } from 'drizzle-orm'
import type { Context } from '../lib/context.ts'
import type { Database } from '../lib/db/pools.ts'
import { hashed } from '../lib/security/passwordHash.ts'
import { credentials } from '../users/table.ts'
import { loginChallenges } from './table.ts'

/** The stored hash of somebody's password; null for those who have none. */
export async function findPasswordHash(db: Database, userId: number): Promise<string | null> {
  const [row] = await db.select().from(credentials).where(eq(credentials.userId, userId))
  return row?.passwordHash ?? null
}

/** Stores a password in place of the one before, if there was one; a sign-in that was half done with that one is over. */
export async function storePassword(ctx: Context, userId: number, password: string) {
  const { db, now } = ctx
  const passwordHash = await hashed(ctx, password)
  await db
    .insert(credentials)
    .values({ userId, passwordHash, updatedAt: now })
    .onConflictDoUpdate({ target: credentials.userId, set: { passwordHash, updatedAt: now } })
  await db.delete(loginChallenges).where(eq(loginChallenges.userId, userId))
}
