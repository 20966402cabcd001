/**
 * The element in which an answer is typed, for Mantine's `Input`, without the wrapper: the question is its label, and each wrapper would be
 * drawn twice. The browser has drawn a letter by itself before anybody hears of it,
 * so React draws nothing: the element is told only what was not typed in it.
 */
import { useMergedRef } from '@mantine/hooks'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'
import { useDraft } from './draft/DraftContext.tsx'
import type { AnswerRow } from './draft/rows.ts'
import styles from './TypedInput.module.css'

type Typed = {
  /** The key of the answer. */
  at: string
  /** What stands in the element for it. */
  textOf: (row: AnswerRow | undefined) => string
}

export function TypedInput({ at, textOf, ref, ...rest }: Typed & ComponentProps<'input'>) {
  const typed = useTyped<HTMLInputElement>({ at, textOf })
  return <input {...rest} ref={useMergedRef(ref, typed.ref)} defaultValue={typed.first} />
}

export function TypedTextarea({ at, textOf, ref, ...rest }: Typed & ComponentProps<'textarea'>) {
  const typed = useTyped<HTMLTextAreaElement>({ at, textOf })
  return <textarea {...rest} ref={useMergedRef(ref, typed.ref)} defaultValue={typed.first} />
}

/** The classes of an `Input` around a `TypedInput`. */
export const ofOneLine = { wrapper: styles.line ?? '' }

function useTyped<E extends HTMLInputElement | HTMLTextAreaElement>({ at, textOf }: Typed) {
  const draft = useDraft()
  const ref = useRef<E>(null)
  const first = useRef(textOf(draft.rowOf(at)))
  useLayoutEffect(() => {
    function show() {
      const text = textOf(draft.rowOf(at))
      if (ref.current && ref.current.value !== text) ref.current.value = text
    }
    show()
    const stop = draft.watchQuestion(at, show)
    return () => void stop()
  }, [draft, at, textOf])
  return { ref, first: first.current }
}
