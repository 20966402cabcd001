import { type ComponentType, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Element } from '#shared/forms/definition.ts'
import { useDraft, useKeeping, useWhole } from '../../answers/draft/DraftContext.tsx'
import { SavedIndicator } from '../../ui/SavedIndicator.tsx'
import type { Entry } from '../journal/entry.ts'
import { useWantedAnchor } from '../pages/WantedAnchor.tsx'
import styles from './AgainQuestions.module.css'
import { AskedAgain } from './AskedAgain.tsx'
import type { NarrowedDraft } from './NarrowedDraft.ts'

type Props = { follows: NonNullable<Entry['follows']>; View: ComponentType<{ element: Element }> }

/** The questions that are asked again, and nothing else of the form: beside them what was answered before, above them why they are asked. */
export function AgainQuestions({ follows, View }: Props) {
  const { t } = useTranslation()
  const draft = useDraft() as NarrowedDraft
  const keys = useWhole(() => draft.askedAgain())
  const anchor = useWantedAnchor()
  const { savedAt, isSlow, problem } = useKeeping()
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
