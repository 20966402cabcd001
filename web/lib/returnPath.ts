/** Where a person goes after signing in, when they were not on their way elsewhere. */
export const homePath: string = '/tasks'

/** Only paths of this very site: an address from outside must not send people away after they typed their password. */
export function safePath(value: unknown): string | undefined {
  if (typeof value !== 'string' || !value.startsWith('/')) return undefined
  const url = URL.canParse(value, location.origin) ? new URL(value, location.origin) : undefined
  const isOurs = url?.origin === location.origin && !url.pathname.startsWith('/auth/')
  return isOurs ? url.pathname + url.search + url.hash : undefined
}
