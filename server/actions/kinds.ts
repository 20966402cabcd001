import type { ActionDescription } from '#shared/actions/contract.ts'
import type { Context } from '../lib/context.ts'
import type { LinkRow } from './queries.ts'

/** What links of a kind do. Each noun has its own kinds, and the composer lists them. */
export type ActionKind = {
  name: string
  /** Good once; others until they expire or are taken back. */
  isSingle: boolean
  /** What the page says before anything is done, beside whose link it is. */
  describe: (ctx: Context, link: LinkRow) => Promise<Partial<ActionDescription>> | Partial<ActionDescription>
  perform: (ctx: Context, link: LinkRow) => Promise<void>
}
