import { VersionNumber } from '../lib/fields.ts'

/** As in payloadVersion.ts; the first version by default. */
export const PayloadVersion = VersionNumber.default(1)
