import type { CSSProperties } from 'react'
import { columnsIn, widthOf } from '#shared/forms/appearance.ts'
import type { Element } from '#shared/forms/definition.ts'
import styles from './ElementList.module.css'
import { ElementView } from './ElementView.tsx'

/** As much as a phone's screen and what is just beside it hold. */
const most = 10

type Props = {
  elements: Element[]
  /** Only so many of them, for now. */
  atMost?: number | undefined
}

/**
 * Parts of a section, of a group or of a row. Many stand in stretches that the browser leaves alone while they are off the screen, and
 * that React passes by when something in another one changes: a letter costs the same in a form of 200 questions as in one of ten.
 */
export function ElementList({ elements, atMost = elements.length }: Props) {
  const columns = columnsIn(elements)
  const view = (element: Element) => {
    const whole = <ElementView key={element.id} element={element} />
    if (columns === undefined) return whole
    return (
      <div key={element.id} className={styles.cell} style={{ '--span': widthOf(element) ?? columns } as CSSProperties}>
        {whole}
      </div>
    )
  }
  const inRows = (shown: Element[]) =>
    columns === undefined ? (
      shown.map(view)
    ) : (
      <div className={styles.rows}>
        <div className={styles.grid} style={{ '--columns': columns } as CSSProperties}>
          {shown.map(view)}
        </div>
      </div>
    )
  if (elements.length <= 2 * most) return inRows(elements.slice(0, atMost))
  const starts = Array.from({ length: Math.ceil(atMost / most) }, (_, index) => index * most)
  return starts.map(start => (
    <div key={start} className={styles.stretch}>
      {inRows(elements.slice(start, Math.min(start + most, atMost)))}
    </div>
  ))
}
