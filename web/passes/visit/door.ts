import type { PassAddress } from './askPass.ts'

/** How the content of a pass asks the server, and what it does when the pass is over. */
export type Door = {
  address: PassAddress
  onClosed: (error: unknown) => void
}
