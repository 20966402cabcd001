import { useEffect, useRef, useState } from 'react'
import { RequestError } from '../../lib/requestError.ts'
import { retryLater } from '../../lib/retry.ts'
import type { FillingSearch } from './fillingSearch.ts'
import { type Opening, openDraft } from './openDraft.ts'

/**
 * The form behind an address; neither an opening nor an error while it is looked for, which mostly began before there
 * was a screen. Passing failures are tried again, and `isTrying` says so while the last result stays.
 */
export function useOpening(id: string, search: FillingSearch): Found & { isTrying: boolean; retry: () => void } {
  const { form, task, about } = search
  const [attempt, setAttempt] = useState(0)
  const address = addressOf(id, search)
  const [found, setFound] = useState<Found & { address?: string; attempt?: number }>(() => {
    const { opening } = foundSoFar(address)
    return opening ? { opening, address, attempt } : {}
  })
  const tries = useRef(0)
  const retry = () => setAttempt(count => count + 1)
  // biome-ignore lint/correctness/useExhaustiveDependencies: `retry` is the same however often it is made
  useEffect(() => {
    let isOver = false
    let callOff = () => {}
    const wanted = {
      ...(form !== undefined && { form }),
      ...(task !== undefined && { task }),
      ...(about !== undefined && { about }),
    }
    const tell = (result: Found) => {
      if (isOver) return
      // What the screen began with is not drawn again.
      setFound(before =>
        result.opening && before.opening === result.opening ? before : { ...result, address, attempt },
      )
      if (mayChange(result)) callOff = retryLater(retry, tries.current++)
      else tries.current = 0
    }
    const opening = takeBegun(address) ?? openDraft(id, wanted)
    opening.then(
      opening => tell({ opening }),
      error => tell({ error }),
    )
    return () => {
      isOver = true
      callOff()
    }
  }, [id, form, task, about, address, attempt])
  const isTrying = found.address !== address || found.attempt !== attempt
  const stands = found.address === address && (!isTrying || mayChange(found))
  const { opening, error } = stands ? found : {}
  return { ...(opening && { opening }), ...(error !== undefined && { error }), isTrying, retry }
}

/** Whether it may be otherwise in a moment, without anything that the person does. */
function mayChange({ opening, error }: Found): boolean {
  if (error instanceof RequestError) return error.isPassing
  return error !== undefined || (opening?.kind === 'unknown' && opening.isUnasked === true)
}

// What an address leads to is looked up as soon as the code for it is here, while the screen is still being made.

/** Neither an opening nor an error while it is being found out. */
type Found = { opening?: Opening; error?: unknown }

type Begun = { address: string; opening: Promise<Opening>; found: Found }

/** The address that was come to last, until its screen takes over. */
let begun: Begun | undefined

/** The parts of an address that say what is opened, as a text to compare; its step does not. */
const addressOf = (id: string, { form, task, about }: FillingSearch): string => JSON.stringify([id, form, task, about])

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
const foundSoFar = (address: string): Found => (begun?.address === address ? begun.found : {})

/**
 * What was begun for an address; undefined where nothing was, or somebody has it already: each opening is for one
 * screen.
 */
function takeBegun(address: string): Promise<Opening> | undefined {
  if (begun?.address !== address) return undefined
  const { opening } = begun
  begun = undefined
  return opening
}
