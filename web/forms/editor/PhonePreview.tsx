import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight } from '@tabler/icons-react'
import { useDeferredValue, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { withChoices } from '#shared/forms/choiceSets.ts'
import { questionsOnce } from '#shared/forms/elements.ts'
import { FormText } from '../../filling/FormText.tsx'
import { QuestionCard } from '../../filling/QuestionCard.tsx'
import { useFormat } from '../../lib/format.ts'
import { useShown } from './EditingContext.tsx'
import { FormLanguageProvider, InFormLanguage } from './FormLanguage.tsx'
import styles from './PhonePreview.module.css'
import { sectionOf } from './structure.ts'
import { TrialDraft } from './TrialDraft.ts'

/** The form on a phone, to try: a section at a time, the one that is being edited first. What is answered here is kept nowhere. */
export function PhonePreview() {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = useShown()
  const definition = withChoices(useDeferredValue(state.content.definition))
  const draft = useTrial(definition)
  const selected = sectionOf(definition, state.selected)
  const [step, setStep] = useState(Math.max(0, selected))
  useEffect(() => {
    if (selected >= 0) setStep(selected)
  }, [selected])
  const { sections } = definition
  const section = sections[step] ?? sections[0]

  return (
    <section className={styles.preview} aria-label={t('forms.preview')}>
      <FormLanguageProvider language={state.language} draft={draft}>
        <form className={styles.phone} onSubmit={event => event.preventDefault()}>
          <div className={styles.screen}>
            {section && (
              <InFormLanguage>
                <h2 className={styles.title}>
                  <FormText text={section.title} />
                </h2>
                {questionsOnce(section.questions).map(question => (
                  <QuestionCard key={question.id} question={question} />
                ))}
              </InFormLanguage>
            )}
          </div>
        </form>
      </FormLanguageProvider>
      <Group justify="space-between" gap="xs" className={styles.steps}>
        <Button
          variant="default"
          size="sm"
          leftSection={<IconArrowLeft size={18} className={styles.arrow} />}
          disabled={step <= 0}
          onClick={() => setStep(step - 1)}
        >
          {t('forms.previous')}
        </Button>
        <span className="tabular">
          {t('forms.stepOf', { number: format.number(step + 1), count: format.number(sections.length) })}
        </span>
        <Button
          variant="default"
          size="sm"
          rightSection={<IconArrowRight size={18} className={styles.arrow} />}
          disabled={step >= sections.length - 1}
          onClick={() => setStep(step + 1)}
        >
          {t('forms.next')}
        </Button>
      </Group>
      <p className={styles.note}>{t('forms.previewText')}</p>
    </section>
  )
}

/** A trial whose answers go on while the form is changed under it. */
function useTrial(definition: TrialDraft['definition']): TrialDraft {
  const before = useRef<TrialDraft>(undefined)
  const draft = useMemo(() => new TrialDraft(definition, before.current), [definition])
  useEffect(() => {
    before.current = draft
  }, [draft])
  return draft
}
