import { type RefObject, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Repeat } from '#shared/forms/definition.ts'
import type { FormState } from '#shared/forms/evaluation/FormState.ts'
import { isAnswered } from '#shared/forms/scoreAnswer.ts'
import { rowName } from '#shared/submissions/report.ts'
import type { Draft } from '../../answers/draft/Draft.ts'
import { useDraft, useFormTexts, useRows } from '../../answers/draft/DraftContext.tsx'
import { newKey } from '../../lib/attemptKey.ts'
import { tellUndo } from '../../ui/toast.tsx'

/**
 * What a person can do with the rows of a repeat. Answers of a row that went away stay, so that undoing brings them
 * back.
 */
export function useRowList(repeat: Repeat, key: string) {
  const { t } = useTranslation()
  const draft = useDraft()
  const around = useRows()
  const rowName = useRowName()
  const now = () => draft.state.rows(key)
  const put = (rows: readonly string[]) => setRows(draft, key, rows)
  return {
    /** A new row at the end; its id. */
    add() {
      const id = newKey()
      put([...now(), id])
      return id
    },
    remove(row: string) {
      const [index, name] = [now().indexOf(row), rowName(repeat, [...around, row])]
      put(now().filter(id => id !== row))
      void tellUndo(t('filling.rows.removed', { name }), t('common.undo'), () => {
        if (!now().includes(row)) put([...now()].toSpliced(index, 0, row))
      })
    },
    move(row: string, by: 1 | -1) {
      const rows = [...now()]
      const from = rows.indexOf(row)
      const to = from + by
      if (from < 0 || to < 0 || to >= rows.length) return
      rows.splice(from, 1)
      rows.splice(to, 0, row)
      put(rows)
    },
  }
}

export const setRows = (draft: Draft, key: string, rows: readonly string[]): void =>
  draft.setValue({ id: key }, rows.length > 0 ? [...rows] : undefined)

export type RowProgress = { answered: number; total: number; wrong: number; hasFailed: boolean }

/**
 * The progress of each row of a repeat, with that of the rows within it. `level` is the number of repeats around it.
 */
export function rowProgress(state: FormState, repeatId: string, level: number): Map<string, RowProgress> {
  const found = new Map<string, RowProgress>()
  for (const { key, part, rows, value } of state.visible()) {
    const row = rows[level]
    if (row === undefined || part.repeats[level]?.id !== repeatId) continue
    const progress = found.get(row) ?? { answered: 0, total: 0, wrong: 0, hasFailed: false }
    found.set(row, progress)
    if (state.problemsAt(key).length > 0) progress.wrong++
    progress.hasFailed ||= state.judgementAt(key).failed
    const { question } = part
    if (!question || part.calculate || question.type === 'hidden') continue
    progress.total++
    if (isAnswered({ value })) progress.answered++
  }
  return found
}

/** How far below and above the screen something is drawn before it is reached. */
const margin = '800px 0px'

/**
 * Whether an element has come near the screen: of hundreds of rows only those are drawn that somebody can see soon.
 * What was drawn stays, with the keyboard in it. One that is wanted is there at once.
 */
export function useNear<Box extends Element>(isWanted: boolean): [RefObject<Box | null>, boolean] {
  const box = useRef<Box>(null)
  const [isNear, setNear] = useState(isWanted)
  useEffect(() => {
    if (!box.current || isNear) return
    const watch = new IntersectionObserver(found => found.some(one => one.isIntersecting) && setNear(true), {
      rootMargin: margin,
    })
    watch.observe(box.current)
    return () => watch.disconnect()
  }, [isNear])
  return [box, isNear]
}

/** Moves the focus to the row from which a person returns. */
export function useReturn(isBack: boolean): RefObject<HTMLButtonElement | null> {
  const button = useRef<HTMLButtonElement>(null)
  const wasBack = useRef(isBack)
  useEffect(() => {
    if (wasBack.current) button.current?.focus()
  }, [])
  return button
}

/** What a row is called now. `rows` ends with the row itself. */
export function useRowName(): (repeat: Repeat, rows: readonly string[]) => string {
  const words = useFormTexts()
  const { state } = useDraft()
  return (repeat, rows) => rowName(repeat, rows, state, words)
}
