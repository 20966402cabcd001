import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Answer } from '#shared/forms/answers/answers.ts'
import type { Element } from '#shared/forms/definition.ts'
import { formatAnswer } from '#shared/submissions/formatter.ts'
import {
  RowsProvider,
  useDraft,
  useDraftSelector,
  useFormTexts,
  useSaveStatus,
} from '../../answers/draft/DraftContext.tsx'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import { useWantedAnchor } from '../pages/Anchors.tsx'
import { useRowName } from '../rows/rowList.ts'
import type { Entry } from '../storage/entry.ts'
import styles from './AgainQuestions.module.css'
import type { PartialDraft } from './PartialDraft.ts'

type Props = { follows: NonNullable<Entry['follows']>; View: ComponentType<{ element: Element }> }

/**
 * The questions that are asked again, and nothing else of the form: beside them what was answered before, above them
 * why they are asked.
 */
export function AgainQuestions({ follows, View }: Props) {
  const { t } = useTranslation()
  const draft = useDraft() as PartialDraft
  const keys = useDraftSelector(() => draft.askedAgain())
  const anchor = useWantedAnchor()
  const { savedAt, isSlow, problem } = useSaveStatus()
  const { kind, words, asked_by_name, answers } = follows
  useEffect(() => {
    const wanted = anchor ? document.getElementById(anchor) : null
    if (!wanted) return
    wanted.scrollIntoView({ block: 'start' })
    wanted.querySelector<HTMLElement>('input, textarea, button')?.focus({ preventScroll: true })
  }, [anchor])
  return (
    <>
      <div className={styles.head}>
        <h2 className={styles.title}>{t(`filling.again.${kind}`)}</h2>
        <SavedIndicator savedAt={problem ? null : savedAt} isSaving={isSlow} />
      </div>
      {(words || kind === 'recheck') && (
        <blockquote className={styles.words}>
          {asked_by_name && <bdi className={styles.who}>{asked_by_name}</bdi>}
          <bdi>{words || t('filling.again.recheckText')}</bdi>
        </blockquote>
      )}
      {keys.map(key => (
        <AskedAgain key={key} at={key} former={answers[key]} View={View} />
      ))}
    </>
  )
}

type AskedProps = {
  at: string
  former: Answer | undefined
  /** How the form shows a question. */
  View: ComponentType<{ element: Element }>
}

/** One question that is asked again, in its row, with what was answered before. */
export function AskedAgain({ at, former, View }: AskedProps) {
  const { t } = useTranslation()
  const { state } = useDraft()
  const words = useFormTexts()
  const rowName = useRowName()
  const instance = state.instance(at)
  const element = instance?.part.element
  if (!instance || !element) return null
  const repeat = instance.part.repeats.at(-1)?.repeat
  const { question } = instance.part
  const photos =
    former?.photos?.length ?? (question?.type === 'photo' && Array.isArray(former?.value) ? former.value.length : 0)
  const said = [
    question && question.type !== 'photo' && formatAnswer(question, former, words),
    former?.note,
    photos > 0 && t('filling.photos', { count: photos }),
  ].filter(Boolean)
  return (
    <div className={styles.asked}>
      {repeat && <p className={styles.place}>{rowName(repeat, instance.rows)}</p>}
      <RowsProvider rows={instance.rows}>
        <View element={element} />
      </RowsProvider>
      {said.length > 0 && (
        <p className={styles.former}>
          {t('filling.again.former')}
          {t('common.colon')} <strong>{said.map(one => String(one)).join(' · ')}</strong>
        </p>
      )}
    </div>
  )
}
