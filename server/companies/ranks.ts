/** What `shared/lib/roles.ts` says of a role, as conditions on a column that holds one. */
import { type AnyColumn, lt, lte, type SQL } from 'drizzle-orm'
import { roles } from '#shared/lib/roles.ts'

export const isManagerIn = (roleId: AnyColumn): SQL => lte(roleId, roles.manager)
export const isNoGuestIn = (roleId: AnyColumn): SQL => lt(roleId, roles.guest)
