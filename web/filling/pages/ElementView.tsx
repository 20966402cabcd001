import type { CSSProperties } from 'react'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import { columnsIn, widthOf } from '#shared/forms/appearance.ts'
import type { Element, Group, Instruction } from '#shared/forms/definition.ts'
import { useDraft, useEvaluated, useLocalizedText, useRows } from '../../answers/draft/DraftContext.tsx'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { lazyPart } from '../../ui/lazyPart.tsx'
import styles from './ElementList.module.css'
import { GuideBeside, QuestionCard } from './QuestionCard.tsx'

/** As much as a phone's screen and what is just beside it hold. */
const most = 10

type Props = {
  elements: Element[]
  /** Only this many of them, for now. */
  atMost?: number | undefined
}

/**
 * Elements of a section, a group or a row. Many are rendered in chunks, which the browser skips off the screen and
 * React skips when another chunk changes: a keystroke costs the same in a form of 200 questions as in one of ten.
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

const RepeatView = lazyPart(() => import('../rows/RepeatView.tsx').then(part => part.RepeatView))

/** Any part of a section or of a row. */
export function ElementView({ element }: { element: Element }) {
  const draft = useDraft()
  const rows = useRows()
  switch (element.type) {
    case 'instruction':
      return <InstructionView instruction={element} />
    case 'group':
      return <GroupView group={element} />
    case 'repeat':
      return <RepeatView repeat={element} Questions={ElementList} />
    default:
      return <QuestionCard question={draft.asked(element, rows.at(-1))} />
  }
}

/** Questions that belong together, under their heading where they have one. */
function GroupView({ group }: { group: Group }) {
  const read = useLocalizedText()
  const key = answerKey(group.id, useRows().at(-1))
  const isShown = useEvaluated(key, state => state.isVisible(key))
  if (!isShown) return null
  const hasHeading = read(group.label) !== ''
  return (
    <div className={styles.group} data-layout={group.layout}>
      {hasHeading && (
        <div className={styles.head}>
          <h3 className={styles.title}>
            <FormText text={group.label} />
          </h3>
          {group.hint && <HintButton about={group.label} hint={group.hint} />}
        </div>
      )}
      {group.picture && <FormPicture picture={group.picture} />}
      <ElementList elements={group.questions} />
    </div>
  )
}

/** Something to read before answering what comes next. */
function InstructionView({ instruction: { id, label, body, hint, guide, picture } }: { instruction: Instruction }) {
  const read = useLocalizedText()
  const key = answerKey(id, useRows().at(-1))
  const isShown = useEvaluated(key, state => state.isVisible(key))
  if (!isShown) return null
  return (
    <div className={styles.instruction}>
      {(read(label) || hint || guide) && (
        <div className={styles.instructionViewHead}>
          <div className={styles.label}>
            <FormText text={label} isBlock />
          </div>
          {(hint || guide) && (
            <HintButton about={label} hint={hint}>
              {guide && <GuideBeside link={guide} />}
            </HintButton>
          )}
        </div>
      )}
      {picture && <FormPicture picture={picture} />}
      {body && <FormText text={body} isBlock />}
    </div>
  )
}
