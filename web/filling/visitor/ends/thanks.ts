/** What the page of thanks shows, for as long as the tab is open: it stands at an address of its own, which can be loaded again. */
import type { PublicForm, PublicSubmission } from '#shared/public-links/publicForm.ts'
import { inTab, isRecord } from '../../../lib/storage.ts'
import type { Link } from '../address.ts'

export type Thanks = Pick<PublicForm, 'company_name' | 'company_logo' | 'name'> & {
  token: string
  default_language: PublicForm['definition']['default_language']
  /** The form's own words for those who have sent it, or else what stands at its end. */
  words: PublicForm['definition']['footer']
  languages: PublicForm['definition']['default_language'][]
  score: PublicSubmission['score']
  copy_sent?: PublicSubmission['copy_sent']
}

const keyOf = (id: string) => `tend_public_thanks_${id}`

export function keepThanks({ id }: Link, thanks: Thanks): void {
  inTab.write(keyOf(id), JSON.stringify(thanks))
}

/** Undefined where nothing was sent in this tab. */
export function readThanks(id: string): Thanks | undefined {
  const kept = inTab.readJson(keyOf(id))
  return isRecord(kept) && 'token' in kept && 'languages' in kept ? (kept as Thanks) : undefined
}
