/**
 * A reader of ear tags and labels types what it read into the field that has the focus, as a keyboard would, and presses Enter. Every field
 * that takes a row of a register has this: the one row that is known by what was read is picked, whatever the field's list shows meanwhile.
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
    // Whoever went down the list with the arrows means what they came to.
    if (event.key !== 'Enter' || !field.value.trim() || field.getAttribute('aria-activedescendant')) return
    // Nor does it send the form that the field is in.
    event.preventDefault()
    const typed = field.value
    import('../findRead.ts')
      .then(({ findRead }) => findRead(types, typed, isOffered))
      .then(row => row && pick(row, field))
      .catch(cause => console.warn('What was read could not be looked up', cause))
  }
