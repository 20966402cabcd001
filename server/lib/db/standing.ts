/**
 * Who asks is known from before, and confirmed in the first packet of what they ask for. In a transaction PostgreSQL refuses all that follows where it
 * is not true any more; of what only reads the answer is thrown away.
 */
import type { PoolClient } from 'pg'
import { tenantStatement } from './batchingClient.ts'

/** By which rows it was known who asks with a token (its hash), and whether the database has said since that they are the same. */
export type Standing = { token: string; known: string; isConfirmed: boolean }

/** Who asks is not who they were: nothing was done, and the call begins anew. */
export class StandingChanged extends Error {}

const text = `${tenantStatement.text}, confirm_standing($4, $5, $6) as is_same`

/** Sets the tenant and confirms the standing, in one statement. */
export async function confirming(
  client: PoolClient,
  standing: Standing,
  tenant: string[],
  orFail: boolean,
): Promise<void> {
  standing.isConfirmed = false
  const values = [...tenant, standing.token, standing.known, orFail]
  const { rows } = await client
    .query<{ is_same: boolean }>({ name: 'tenant confirmed', text, values })
    .catch(error => Promise.reject(error.code === 'TS401' ? new StandingChanged() : error))
  if (!rows[0]?.is_same) throw new StandingChanged()
  standing.isConfirmed = true
}
