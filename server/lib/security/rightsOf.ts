import { createHash } from 'node:crypto'
import { isNull, or, type SQL, sql } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { Actor } from '#shared/lib/actor.ts'
import { placeKeys, type Reach } from '#shared/lib/reach.ts'

/**
 * The rights of somebody at this moment, as a short text to compare. What was made by a person's rights and is kept for
 * them, such as an export, is given to them only while they have these: a manager who became a worker must not fetch
 * what only managers read, nor somebody who works at one site now what was made in the whole company.
 */
export const rightsOf = ({ roleId, isAdmin, isActing, ownRules, reach }: Actor): string =>
  createHash('sha256')
    .update(JSON.stringify([roleId, isAdmin, isActing, ownRules, ...(reach ? [partOf(reach)] : [])]))
    .digest('base64url')
    .slice(0, 22)

const partOf = (reach: Reach) => [...placeKeys(reach).sort(), ...(reach.historiesStay === false ? ['now'] : [])]

/**
 * The condition of rows that were made with the rights that the actor has now; of rows from before rights were kept,
 * none is asked.
 */
export const madeWithRightsOf = (actor: Actor, rights: AnyPgColumn): SQL =>
  or(isNull(rights), sql`${rights} = ${rightsOf(actor)}`) ?? sql`false`
