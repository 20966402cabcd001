/** How the content of a pass asks the server, and what it does when the pass is over. */
export type Door = {
  path: string
  pin: string | null
  onClosed: (error: unknown) => void
}
