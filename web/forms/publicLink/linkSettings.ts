import type { PublicLink } from '#shared/forms/public/publicLink.ts'

/** What the sheet holds while it is open. `pin`: undefined leaves it as it is, null takes it away. */
export type LinkSettings = { lastDay: string; cap: string; pin: string | null | undefined }

export const settingsOf = (link: PublicLink | null): LinkSettings => ({
  lastDay: link?.expires_at ? dayOf(link.expires_at) : '',
  cap: link?.cap ? String(link.cap) : '',
  pin: undefined,
})

/** What is sent. A link is good to the end of its last day, by the clock of whoever sets it. */
export const changesOf = ({ lastDay, cap, pin }: LinkSettings) => ({
  expires_at: lastDay ? new Date(`${lastDay}T23:59:59.999`).toISOString() : null,
  cap: cap ? Number(cap) : null,
  ...(pin !== undefined && { pin }),
})

function dayOf(time: string): string {
  const at = new Date(time)
  const two = (part: number) => String(part).padStart(2, '0')
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
}
