import type { Config } from '../config/config.ts'

/**
 * Which pages may open a realtime socket: our own, by the address that the settings name or the one that the page was
 * asked under. Clients that are no browsers name no page.
 */
export function allowedOrigin({ publicUrl }: Pick<Config, 'publicUrl'>) {
  const named = publicUrl && new URL(publicUrl).origin
  return (origin: string | undefined, host: string | undefined): boolean => {
    if (origin === undefined || origin === named) return true
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
  }
}
