/**
 * The element in which an answer is typed, for Mantine's `InputBase`. It alone follows the answer, so that a letter draws it alone and not
 * the frame around it.
 */
import type { ComponentProps } from 'react'
import type { AnswerRow } from '../../lib/offline/entry.ts'
import { useRowPart } from '../DraftContext.tsx'
import styles from './TypedInput.module.css'

type Typed = {
  /** The key of the answer. */
  at: string
  /** What stands in the element for it. */
  textOf: (row: AnswerRow | undefined) => string
}

export const TypedInput = ({ at, textOf, ...rest }: Typed & ComponentProps<'input'>) => (
  <input {...rest} value={useRowPart(at, textOf)} />
)

export const TypedTextarea = ({ at, textOf, ...rest }: Typed & ComponentProps<'textarea'>) => (
  <textarea {...rest} value={useRowPart(at, textOf)} />
)

/** The classes of an `InputBase` around a `TypedInput`. */
export const ofOneLine = { wrapper: styles.line ?? '' }
