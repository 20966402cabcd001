import { createContext, use } from 'react'
import type { Definition } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'

/** A form as it is read, and the language in which its texts are read. */
export type Reading = { definition: Definition; language: Locale }

export const ReadingContext = createContext<Reading | null>(null)

/**
 * A reading that stands for a later one which says the same here. What is below it hears nothing of the later one; another provider of
 * the same context would not do, since React draws again what is below that too.
 */
export const HeldReadingContext = createContext<Reading | null>(null)

/** The form that is read here: in the canvas it follows typing when there is time, elsewhere it is what was typed. */
export function useReading(): Reading {
  const reading = use(HeldReadingContext) ?? use(ReadingContext)
  if (!reading) throw new Error('No form is read here')
  return reading
}
