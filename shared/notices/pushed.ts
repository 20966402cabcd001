/** What is sent to a browser that is closed, which keeps it so that it can be read without signal. */
export type PushedNotice = {
  id: string
  /** One sentence in the language of its person; names in it are isolated for their direction. */
  text: string
  /** Where it leads: a path of this tend. */
  href: string
  company: string
  lang: string
  /** ISO 8601. */
  at: string
  is_urgent: boolean
}

/** Where a browser keeps them: a cache, and the addresses in it. So many at the most. */
export const keptPushes = { cache: 'tend-pushes', path: '/kept-pushes/', most: 50 } as const
