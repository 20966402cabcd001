/**
 * A row that a finger or pen moves sideways to do one of two things with it; past the threshold, letting go does it. It
 * is never the only way, so screen readers are told nothing of it.
 */
import { useDirection } from '@mantine/core'
import type { Icon } from '@tabler/icons-react'
import { type PointerEvent, type ReactNode, useRef, useState } from 'react'
import type { Status } from '../Notice.tsx'
import styles from './DataTable.module.css'

type SwipeAction = { icon: Icon; text: string; status: Status; onSwipe: () => void }

type Props = {
  /** Done by moving the row forwards, in reading direction. */
  forwards?: SwipeAction | undefined
  /** Done by moving it back. */
  backwards?: SwipeAction | undefined
  children: ReactNode
}

const slack = 12

export function SwipeRow({ forwards, backwards, children }: Props) {
  const sign = useDirection().dir === 'rtl' ? -1 : 1
  const start = useRef<{ x: number; y: number; isMoving: boolean } | null>(null)
  const [offset, setOffset] = useState(0)
  const actionAt = (pulled: number) => (pulled > 0 ? forwards : pulled < 0 ? backwards : undefined)
  const action = actionAt(offset)

  const sideways = ({ clientX }: PointerEvent) => (clientX - (start.current?.x ?? clientX)) * sign

  function move(event: PointerEvent<HTMLElement>) {
    if (!start.current) return
    const [x, y] = [sideways(event), event.clientY - start.current.y]
    if (!start.current.isMoving) {
      if (Math.abs(x) < slack || Math.abs(x) < Math.abs(y)) return
      start.current.isMoving = true
      event.currentTarget.setPointerCapture(event.pointerId)
    }
    setOffset(actionAt(x) ? x : 0)
  }

  /** By where the finger is: what is drawn can be a moment behind it. */
  function release(event: PointerEvent<HTMLElement>) {
    const pulled = start.current?.isMoving ? sideways(event) : 0
    if (Math.abs(pulled) > thresholdOf(event.currentTarget)) actionAt(pulled)?.onSwipe()
    rest()
  }

  /** The click that ends a drag comes before the next frame and is none. */
  function rest() {
    setOffset(0)
    requestAnimationFrame(() => {
      start.current = null
    })
  }

  return (
    <div className={styles.row}>
      {action && (
        <div className={styles.action} data-status={action.status} data-side={offset > 0 ? 'start' : 'end'} aria-hidden>
          <action.icon size={24} />
          {action.text}
        </div>
      )}
      <div
        className={styles.content}
        data-moving={offset !== 0 || undefined}
        style={offset === 0 ? undefined : { transform: `translateX(${offset * sign}px)` }}
        onPointerDown={event => {
          if (event.pointerType !== 'mouse' && event.isPrimary)
            start.current = { x: event.clientX, y: event.clientY, isMoving: false }
        }}
        onPointerMove={move}
        onPointerUp={release}
        onPointerCancel={rest}
        onClickCapture={event => {
          if (!start.current?.isMoving) return
          event.preventDefault()
          event.stopPropagation()
        }}
      >
        {children}
      </div>
    </div>
  )
}

const thresholdOf = (element: HTMLElement) => Math.min(140, element.offsetWidth * 0.35)
