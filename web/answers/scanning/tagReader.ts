/**
 * A reader of ear tags and labels types into the focused field, as a keyboard would, and presses Enter. Every field
 * that takes a row of a register uses this: the row with that identifier is picked, also while the field's list shows
 * others.
 */

import type { KeyboardEvent } from 'react'
import type { RegisterType } from '#shared/forms/registerTypes.ts'
import type { ReadRow, RegisterName } from '../registerRows.ts'

type Reading<Type extends RegisterType> = {
  /** The registers that the row can be of. */
  types: readonly Type[]
  pick: (row: ReadRow<Type>, field: HTMLInputElement) => void
  /** Which of their rows can be picked, if not all. */
  isOffered?: (row: RegisterName) => boolean
}

/** For the `onKeyDown` of a field. Where nothing is known by what was typed, the field stays as it is. */
export const tagReader =
  <Type extends RegisterType>({ types, pick, isOffered }: Reading<Type>) =>
  (event: KeyboardEvent<HTMLInputElement>): void => {
    const field = event.currentTarget
    // A person who moved down the list with the arrows means the row that they reached.
    if (event.key !== 'Enter' || !field.value.trim() || field.getAttribute('aria-activedescendant')) return
    // Nor does it send the form that the field is in.
    event.preventDefault()
    const typed = field.value
    import('../registerNames.ts')
      .then(({ findRead }) => findRead(types, typed, isOffered))
      .then(row => row && pick(row, field))
      .catch(cause => console.warn('What was read could not be looked up', cause))
  }
