/**
 * While a row of a repeat is open, the way on at the thumb leads to the next row and not to the next page. The row says
 * where its neighbours are, the bar below shows it; where there is no such bar, the row has steps of its own.
 */

import { Button } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react'
import styles from '../draft/FillingPage.module.css'

/**
 * `level` counts the repeats around it: of rows within rows the innermost has the bar. `next` leads to all rows after
 * the last one.
 */
type RowSteps = { level: number; before: (() => void) | undefined; next: () => void; isLast: boolean }
type Show = (id: string, steps: RowSteps | undefined) => void

const ShowContext = createContext<Show | null>(null)
const ShownContext = createContext<RowSteps | undefined>(undefined)

export function RowStepsProvider({ children }: { children: ReactNode }) {
  const [all, setAll] = useState<ReadonlyMap<string, RowSteps>>(new Map())
  const show = useCallback<Show>((id, steps) => {
    setAll(now => {
      const next = new Map(now)
      next.delete(id)
      if (steps) next.set(id, steps)
      return next
    })
  }, [])
  const innermost = useMemo(() => [...all.values()].sort((one, other) => one.level - other.level).at(-1), [all])
  return (
    <ShowContext value={show}>
      <ShownContext value={innermost}>{children}</ShownContext>
    </ShowContext>
  )
}

/** The steps of the row that is open, for the bar that shows them. */
export const useRowSteps = (): RowSteps | undefined => useContext(ShownContext)

/** Gives the steps of a row to the bar; whether there is one. */
export function useShowRowSteps({ level, before, next, isLast }: RowSteps): boolean {
  const id = useId()
  const show = useContext(ShowContext)
  const now = useRef({ before, next })
  now.current = { before, next }
  const hasBefore = before !== undefined
  useEffect(() => {
    if (!show) return
    show(id, {
      level,
      isLast,
      before: hasBefore ? () => now.current.before?.() : undefined,
      next: () => now.current.next(),
    })
    return () => show(id, undefined)
  }, [show, id, level, isLast, hasBefore])
  return show !== null
}

export function BackButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      variant="default"
      size="xl"
      className={styles.back}
      leftSection={<IconArrowLeft size={22} className={styles.arrow} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}

/** The one main button of the screen. */
export function NextButton({ onClick, children }: { onClick: () => void; children: ReactNode }) {
  return (
    <Button
      size="xl"
      className={styles.next}
      rightSection={<IconArrowRight size={22} className={styles.arrow} />}
      onClick={onClick}
    >
      {children}
    </Button>
  )
}
