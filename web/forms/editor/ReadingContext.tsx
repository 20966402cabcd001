import { createContext, useContext } from 'react'
import type { Definition } from '#shared/forms/definition.ts'
import type { Locale } from '#shared/lib/language.ts'

/** A form as it is read, and the language in which its texts are read. */
export type Reading = { definition: Definition; language: Locale }

export const ReadingContext = createContext<Reading | null>(null)

/** The form that is read here: in the canvas it follows typing when there is time, elsewhere it is what was typed. */
export function useReading(): Reading {
  const reading = useContext(ReadingContext)
  if (!reading) throw new Error('No form is read here')
  return reading
}
