import type { Config } from '../config/config.ts'

/**
 * Which pages may open a realtime socket: our own, by the address that the settings name or the one that the page was
 * asked under. Clients that are no browsers name no page.
 */
export function allowedOrigin(config: Pick<Config, 'publicUrl'>) {
  return (origin: string | undefined, host: string | undefined): boolean => {
    const { publicUrl } = config
    if (origin === undefined || (publicUrl && origin === new URL(publicUrl).origin)) return true
    return URL.canParse(origin) && host !== undefined && new URL(origin).host === host
  }
}
