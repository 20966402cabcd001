/**
 * What a page needs after the device was full. It is fetched behind the first screen: by the time it is needed the browser may have dropped
 * the app's files with all the rest.
 */
const load = async () => {
  const [{ freshDatabases }, { renewLog }] = await Promise.all([import('./freshDatabases.ts'), import('./renewLog.ts')])
  return { freshDatabases, renewLog }
}
let parts: ReturnType<typeof load> | undefined

/** Rejects where it cannot be had just now. */
export function fullDevice(): ReturnType<typeof load> {
  parts ??= load().catch(error => {
    parts = undefined
    throw error
  })
  return parts
}
