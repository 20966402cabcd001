import type { ActionDescription } from '#shared/actions/contract.ts'
import type { Context } from './context.ts'

/** A link of a mail as whoever acts on it needs it. */
export type ActionLink = { id: number; kind: string; userId: number; details: Record<string, string | number> }

/** What whoever follows a link says beside doing what it is for. */
export type Said = { comment?: string | undefined; complete?: boolean | undefined }

/** What links of a kind do. Each feature has its own kinds. */
export type ActionKind = {
  name: string
  /** Good once; others until they expire or are taken back. */
  isSingle: boolean
  /** What the page says before anything is done, beside whose link it is. */
  describe: (ctx: Context, link: ActionLink) => Promise<Partial<ActionDescription>> | Partial<ActionDescription>
  /** Takes words, a file and that it is done; others refuse them. */
  takesWords?: true
  perform: (ctx: Context, link: ActionLink, said: Said) => Promise<void>
  /** Says no instead; absent where there is nothing to decline. */
  decline?: (ctx: Context, link: ActionLink) => Promise<void>
}
