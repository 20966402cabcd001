/**
 * Version of the payload that a device sends. It rises when a field changes its meaning. The server accepts all earlier
 * versions, because a phone may come back with last year's app; `server/submissions/create.ts` upgrades them step by
 * step.
 */
export const payloadVersion = 1
