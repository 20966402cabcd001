import type { z } from 'zod'

/** The realtime events of a noun: the name on the wire and the shape of what it carries. */
export type EventShapes = Record<string, z.ZodType>

/** The private channel of one user's notices. */
export const userChannel = (userId: number) => `private-user.${userId}.notifications`
/** The presence channel of a company's members. */
export const presenceChannel = (companyId: number) => `presence-company.${companyId}`
