import { z } from 'zod'

/** As in payloadVersion.ts; without one it is the first. */
export const PayloadVersion = z.int().min(1).default(1)
