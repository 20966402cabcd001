import { Component, type ReactNode, type RefObject, useEffect, useState } from 'react'
import type { ThreadState } from './Thread.ts'
import styles from './ThreadPane.module.css'

type Props = {
  /** What scrolls. */
  box: RefObject<HTMLDivElement | null>
  /** What holds the rows in it. */
  rows: RefObject<HTMLDivElement | null>
  /** Whether the latest is being read. */
  isFollowing: RefObject<boolean>
  /** Whether more is still to come above. */
  hasOlder: boolean
  onScroll: () => void
  label: string
  children: ReactNode
}
type Place = { id: string; top: number }
type Before = { height: number; place: Place | null }

/** Free pixels above the rows: months of reading without a stop. */
const reserve = 100_000
/** Where fewer are left, there are as many again. */
const least = 2_000

/**
 * Scroll anchor: sticks to the bottom, otherwise keeps the visible row in place; older rows grow into a reserve above,
 * so that no scroll has to make up for them. A class, because only `getSnapshotBeforeUpdate` runs before rows change.
 */
export class ScrollAnchor extends Component<Props> {
  /** Neither a picture that loads nor the phone's keyboard scrolls by itself, so nobody has left the end by them. */
  private readonly sizes = new ResizeObserver(() => this.follow())
  /** Where following has scrolled to, while nobody has scrolled since. */
  private followedTo = Number.NaN

  override componentDidMount(): void {
    const { box, rows } = this.props
    if (box.current) this.sizes.observe(box.current)
    if (rows.current) this.sizes.observe(rows.current)
    this.reserve()
    this.follow()
  }

  override componentWillUnmount(): void {
    this.sizes.disconnect()
  }

  override getSnapshotBeforeUpdate(): Before | null {
    const [box, rows] = [this.props.box.current, this.props.rows.current]
    if (!box || !rows) return null
    return { height: rows.offsetHeight, place: this.props.isFollowing.current ? null : firstInSight(box, rows) }
  }

  override componentDidUpdate(_props: Props, _state: unknown, before: Before | null): void {
    const [box, rows] = [this.props.box.current, this.props.rows.current]
    if (!box || !rows || !before) return
    const row = before.place && rows.querySelector(`[id="${before.place.id}"]`)
    const moved = row && before.place ? topOf(row) - before.place.top : 0
    if (moved !== 0) box.scrollTop += moved
    this.reserve()
    // In the same moment: a scroll that is heard of before would be taken for leaving.
    if (rows.offsetHeight !== before.height) this.follow()
  }

  override render(): ReactNode {
    const { box, rows, label, children } = this.props
    return (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
      <div ref={box} className={styles.box} onScroll={this.onScroll} role="log" aria-label={label} tabIndex={0}>
        <div className={styles.room}>
          <div ref={rows}>{children}</div>
        </div>
      </div>
    )
  }

  /** Keeps something free above while older rows may come, and nothing any more when all are there. */
  private reserve(): void {
    const [box, rows] = [this.props.box.current, this.props.rows.current]
    const room = rows?.parentElement
    if (!box || !room) return
    const free = rows.offsetTop
    const wanted = this.props.hasOlder ? (free < least ? reserve : free) : 0
    if (wanted === free) return
    // Asked before: a room that is smaller already bounds it.
    const { scrollTop } = box
    const isFollowed = scrollTop === this.followedTo
    room.style.blockSize = wanted === 0 ? '' : `${rows.offsetHeight + wanted}px`
    box.scrollTop = scrollTop + wanted - free
    if (isFollowed) this.followedTo = box.scrollTop
  }

  /**
   * A scroll is heard of a frame later. Where following made it, and the box has become smaller since, nobody has left
   * the end.
   */
  private readonly onScroll = () => {
    const { box, onScroll } = this.props
    if (box.current?.scrollTop === this.followedTo) this.follow()
    onScroll()
  }

  private follow(): void {
    const { box, isFollowing } = this.props
    if (!box.current || !isFollowing.current) return
    box.current.scrollTop = box.current.scrollHeight
    this.followedTo = box.current.scrollTop
  }
}

const topOf = (row: Element) => row.getBoundingClientRect().top

/** Finds the first visible message by binary search; not every row is a message. */
function firstInSight(box: HTMLElement, { children }: HTMLElement): Place | null {
  const edge = topOf(box)
  let [from, to] = [0, children.length]
  while (from < to) {
    const middle = (from + to) >> 1
    if ((children[middle]?.getBoundingClientRect().bottom ?? 0) <= edge) from = middle + 1
    else to = middle
  }
  for (let at = from; at < children.length; at++) {
    const row = children[at]?.querySelector('[id^="message-"]')
    if (row) return { id: row.id, top: topOf(row) }
  }
  return null
}

// Where somebody stopped reading: the first message after it, and whether one has to go up to it.

/**
 * `after` is the last message read when the conversation was opened. Call `look` when the visible messages may have
 * changed; once the first unread message was seen, nobody is led to it any more.
 */
export function useFirstUnread(
  box: React.RefObject<HTMLElement | null>,
  { messages, hasOlder, isLoaded }: ThreadState,
  after: number | null,
  ownId: number | undefined,
) {
  const [isSeen, setSeen] = useState(false)
  const [isAbove, setAbove] = useState(false)
  // Of a window that begins later, the first message is not the first unread one.
  const isHere = after !== null && (!hasOlder || (messages[0]?.id ?? 0) <= after)
  const first = isHere ? messages.find(one => one.id > after && one.sender_id !== ownId) : undefined
  const look = () => {
    if (after === null || !isLoaded || isSeen) return
    const row = first && document.getElementById(`message-${first.id}`)?.getBoundingClientRect()
    const shown = box.current?.getBoundingClientRect()
    if (!shown) return
    if (row && row.bottom > shown.top && row.top < shown.bottom) setSeen(true)
    else setAbove(isHere ? row !== undefined && row.bottom <= shown.top : true)
  }
  // Once the rows have their places.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it looks at what was drawn
  useEffect(() => {
    const frame = requestAnimationFrame(look)
    return () => cancelAnimationFrame(frame)
  }, [first?.id, isHere, isLoaded])
  return { first, isAbove: isAbove && !isSeen, look }
}
