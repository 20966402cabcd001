import { z } from 'zod'

const Limit = z.int().min(0).max(Number.MAX_SAFE_INTEGER).nullable()

/**
 * Limits of a plan; null is unlimited. `users` are members who are neither frozen nor guests, `animals` and `forms`
 * those that are not archived, `storage` the bytes of files.
 */
export const Limits = z.object({ users: Limit, animals: Limit, forms: Limit, storage: Limit }).meta({ id: 'Limits' })
export type Limits = z.infer<typeof Limits>
