import type { PublicLink } from '#shared/forms/public/publicLink.ts'

/** What the sheet holds while it is open. `pin`: undefined leaves it as it is, null takes it away. */
export type LinkSettings = {
  name: string
  lastDay: string
  cap: string
  pin: string | null | undefined
  /** Chosen with a new link alone; empty is none. */
  labelQuestion: string
}

export const settingsOf = (link: PublicLink | null): LinkSettings => ({
  name: link?.name ?? '',
  lastDay: link?.last_day ?? '',
  cap: link?.cap ? String(link.cap) : '',
  pin: undefined,
  labelQuestion: link?.label_question ?? '',
})

/** What is sent. The end of the last day is the server's to say: it goes by the company's clock. */
export const changesOf = ({ name, lastDay, cap, pin }: LinkSettings) => ({
  name,
  last_day: lastDay || null,
  cap: cap ? Number(cap) : null,
  ...(pin !== undefined && { pin }),
})
