import type { z } from 'zod'

/** Realtime events of a feature: names on the wire and schemas of their content. */
export type EventShapes = Record<string, z.ZodType>

/** Private channel of one user. */
export const userChannel = (userId: number) => `private-user.${userId}.notifications`
/** Presence channel of a company's members. */
export const presenceChannel = (companyId: number) => `presence-company.${companyId}`
