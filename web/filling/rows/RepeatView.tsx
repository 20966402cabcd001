/**
 * The same questions for each row, as a list in which one row is open at a time, or as a table where the form wants one
 * and there is room. A link to a question in a row opens that row.
 */
import { useElementSize } from '@mantine/hooks'
import { type ComponentType, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { answerKey } from '#shared/forms/answers/answerKey.ts'
import type { Element, Repeat } from '#shared/forms/definition.ts'
import { measuresIn } from '#shared/forms/scoring/measures.ts'
import { formatMeasure } from '#shared/submissions/report.ts'
import {
  useDraft,
  useDraftSelector,
  useDraftVersion,
  useEvaluated,
  useFormTexts,
  useRows,
} from '../../answers/draft/DraftContext.tsx'
import { anchorOf, keyOfAnchor } from '../../answers/draft/pages.ts'
import { FormText, HintButton } from '../../answers/texts/FormText.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { useWantedAnchor } from '../pages/Anchors.tsx'
import { QuestionProblem } from '../pages/QuestionCard.tsx'
import { AddRows, FindRow } from './AddRows.tsx'
import styles from './RepeatView.module.css'
import { RowList } from './RowList.tsx'
import { RowTable } from './RowTable.tsx'
import { RowView } from './RowView.tsx'

/** Less than this, in pixels, and a table would be scrolled sideways. */
const tableWidth = 560

type Props = {
  repeat: Repeat
  /** Shows the questions of a row. It comes from outside, because it shows rows itself. */
  Questions: ComponentType<{ elements: Element[] }>
}

export function RepeatView({ repeat, Questions }: Props) {
  const key = answerKey(repeat.id, useRows().at(-1))
  const isShown = useEvaluated(key, state => state.isVisible(key))
  return isShown ? <Shown key={key} repeat={repeat} at={key} Questions={Questions} /> : null
}

function Shown({ repeat, at, Questions }: Props & { at: string }) {
  const { state } = useDraft()
  useDraftVersion(at)
  const hash = useWantedAnchor()
  const around = useRows()
  const { ref: box, width } = useElementSize<HTMLElement>()
  const isTable = repeat.layout === 'table' && width >= tableWidth
  const rows = state.rows(at)
  const wanted = state.instance(keyOfAnchor(hash) ?? '')?.rows[around.length]
  const [chosen, setChosen] = useState<{ row: string | null; hash: string }>()
  // A newer link counts more than what was open before it.
  const open = chosen && chosen.hash === hash ? chosen.row : wanted
  const setOpen = (row: string | null) => setChosen({ row, hash })
  const isOpen = open !== null && open !== undefined && rows.includes(open)
  const back = useRef<string>(undefined)
  if (isOpen) back.current = open

  return (
    <section
      ref={box}
      id={anchorOf(at)}
      className={styles.repeat}
      data-wide={(isTable && !isOpen) || undefined}
      aria-labelledby={`${anchorOf(at)}-label`}
    >
      <div className={styles.head}>
        <h3 id={`${anchorOf(at)}-label`} className={styles.title}>
          <FormText text={repeat.label} />
        </h3>
        {repeat.hint && <HintButton about={repeat.label} hint={repeat.hint} />}
      </div>
      <Measures repeat={repeat} />
      {isOpen ? (
        <RowView key={open} Questions={Questions} repeat={repeat} row={open} rows={rows} onOpen={setOpen} />
      ) : (
        <>
          {repeat.rows?.from === 'animals' && <FindRow repeat={repeat} rows={rows} onOpen={setOpen} />}
          {isTable ? (
            <RowTable repeat={repeat} at={at} rows={rows} back={back.current} onOpen={setOpen} />
          ) : (
            <RowList repeat={repeat} at={at} rows={rows} back={back.current} onOpen={setOpen} />
          )}
          <AddRows repeat={repeat} at={at} count={rows.length} onOpen={setOpen} />
        </>
      )}
      <QuestionProblem at={at} />
    </section>
  )
}

const statusOf = { good: 'ok', attention: 'attention', act: 'stop' } as const

/** The shares that have been found so far. */
export function Measures({ repeat }: { repeat: Repeat }) {
  return repeat.measures?.length ? <Shares repeat={repeat} /> : null
}

function Shares({ repeat }: { repeat: Repeat }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const words = useFormTexts()
  useDraftSelector(({ state }) => JSON.stringify(measuresIn(state)))
  const found = measuresIn(draft.state)
  return (
    <dl className={styles.measures}>
      {repeat.measures?.map(({ id, label }) => {
        const measure = found.find(one => one.id === id)
        return (
          <div key={id} className={styles.measure}>
            <dt>
              <FormText text={label} />
            </dt>
            <dd>
              {measure ? formatMeasure(measure, words) : ''}
              {measure?.band && (
                <StatusBadge status={statusOf[measure.band]}>{t(`submissions.pdf.${measure.band}`)}</StatusBadge>
              )}
            </dd>
          </div>
        )
      })}
    </dl>
  )
}
