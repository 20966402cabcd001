/** What an address leads to is looked up as soon as the code for it is here, while the screen is still being made. */
import type { FillingSearch } from './fillingSearch.ts'
import { type Opening, openDraft } from './openDraft.ts'

/** Neither an opening nor an error while it is being found out. */
export type Found = { opening?: Opening; error?: unknown }

type Begun = { address: string; opening: Promise<Opening>; found: Found }

/** The address that was come to last, until its screen takes over. */
let begun: Begun | undefined

/** The parts of an address that say what is opened, as a text to compare; its step does not. */
export const addressOf = (id: string, { form, task, about }: FillingSearch): string =>
  JSON.stringify([id, form, task, about])

/** Begins to look up what an address leads to. Resolves when that is known, or cannot be. */
export function beginOpening(id: string, search: FillingSearch): Promise<void> {
  const opening = openDraft(id, search)
  const one: Begun = { address: addressOf(id, search), opening, found: {} }
  begun = one
  return opening.then(
    found => {
      one.found = { opening: found }
    },
    error => {
      one.found = { error }
    },
  )
}

/** What was found of it so far. */
export const foundSoFar = (address: string): Found => (begun?.address === address ? begun.found : {})

/** What was begun for an address; undefined where nothing was, or somebody has it already: each opening is for one screen. */
export function takeBegun(address: string): Promise<Opening> | undefined {
  if (begun?.address !== address) return undefined
  const { opening } = begun
  begun = undefined
  return opening
}
