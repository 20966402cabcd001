import { Skeleton } from '@mantine/core'
import { type CSSProperties, startTransition, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import { columnsIn, hasUntitledSection, widthOf } from '#shared/forms/appearance.ts'
import type { Element, Group, Instruction, Section } from '#shared/forms/definition.ts'
import { useDraft, useEvaluated, useLocalizedText, useRows } from '../../answers/draft/DraftContext.tsx'
import { focusAnswer, keyOfAnchor, type Page } from '../../answers/draft/pages.ts'
import { FormPicture, FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { trackFocus } from '../../ui/keyboard.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import screenStyles from '../draft/FillingPage.module.css'
import { scrollToTop, useStepArrival, useWantedAnchor, whenInPage } from './Anchors.tsx'
import styles from './PageView.module.css'
import { GuideBeside, QuestionCard } from './QuestionCard.tsx'

/** The sections of one page. A link to a question moves the focus there. */
export function PageView({ page }: { page: Page }) {
  const draft = useDraft()
  const box = useRef<HTMLDivElement>(null)
  const led = useRef('')
  const hash = useWantedAnchor()
  const wanted = keyOfAnchor(hash)
  const arriveAt = useStepArrival()

  useEffect(() => {
    const section = wanted && draft.state.instance(wanted)?.part.section
    const isHere = section && page.sections.some(({ id }) => id === section.id)
    if (!isHere) return arriveAt(box.current?.querySelector<HTMLElement>('h2'))
    // Once: answers that bring up others in the page take nobody back.
    if (led.current === hash) return
    const isStillThere = trackFocus()
    return whenInPage(hash, element => {
      led.current = hash
      if (!isStillThere()) return
      scrollToTop(element)
      focusAnswer(element)
    })
  }, [draft, page, hash, wanted, arriveAt])

  return (
    <div ref={box}>
      {page.sections.map(section => (
        <SectionView key={section.id} section={section} isWhole={wanted !== undefined} />
      ))}
    </div>
  )
}

/** As much as a phone's screen holds: these are drawn first, and the rest while the person reads them. */
const firstElements = 5

type SectionProps = { section: Section; isWhole: boolean }

/** What a section asks, while it is asked. */
export function SectionView({ section, isWhole }: SectionProps) {
  const isShown = useEvaluated(section.id, state => state.isVisible(section.id))
  return isShown ? <ShownSection section={section} isWhole={isWhole} /> : null
}

function ShownSection({ section, isWhole: isWanted }: SectionProps) {
  const { questions } = section
  const { t } = useTranslation()
  // The form's name says enough; for those who listen there is a heading all the same.
  const isUntitled = hasUntitledSection(useDraft().definition.sections)
  const [isWhole, setWhole] = useState(isWanted || questions.length <= firstElements)
  useEffect(() => startTransition(() => setWhole(true)), [])
  return (
    <section aria-labelledby={`section-${section.id}`}>
      <div className={styles.sectionViewHead} data-untitled={isUntitled || undefined}>
        <h2 id={`section-${section.id}`} tabIndex={-1} className={styles.sectionViewTitle}>
          {isUntitled ? t('filling.questions') : <FormText text={section.title} />}
        </h2>
        {section.hint && <HintButton about={section.title} hint={section.hint} />}
      </div>
      <ElementList elements={questions} atMost={isWhole ? undefined : firstElements} />
    </section>
  )
}

/** About one and a half screens of a phone. */
const most = 10

type ElementListProps = {
  elements: Element[]
  /** Only this many of them, for now. */
  atMost?: number | undefined
}

/**
 * Elements of a section, a group or a row. Many are rendered in chunks, which the browser skips off the screen and
 * React skips when another chunk changes: a keystroke costs the same in a form of 200 questions as in one of ten.
 */
function ElementList({ elements, atMost = elements.length }: ElementListProps) {
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

const skeletonQuestions = ['a', 'b', 'c']

/** The layout of a form while it is looked up. */
export function FillingSkeleton() {
  return (
    <div className={screenStyles.screen} aria-busy="true">
      <div className={screenStyles.main}>
        <Skeleton height={28} width="60%" mb="md" />
        <Skeleton height={8} mb="xl" />
        {skeletonQuestions.map(key => (
          <div key={key}>
            <Skeleton height={24} width="80%" mb="sm" />
            <Skeleton height={56} mb="xl" />
          </div>
        ))}
      </div>
    </div>
  )
}
