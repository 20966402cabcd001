/**
 * The version of what a device sends of a submission. It rises when the meaning of a field changes; the server goes on taking all
 * earlier ones, because a phone may come out of the barn with the work of last year's app. What brings an older payload up to date then
 * stands in `server/submissions/payload.ts`, one step for each version.
 */
export const payloadVersion = 1
