import { VersionNumber } from '../lib/fields.ts'

/** As in payloadVersion.ts; without one it is the first. */
export const PayloadVersion = VersionNumber.default(1)
