/**
 * The form on a phone, to try: drawn by the very screens of filling in, with its pages, conditions, rows and calculations, down to its
 * end with what is missing and what would come of it. What is answered here is kept nowhere.
 */
import { Button, Group } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useDeferredValue, useRef, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { FormDetail } from '#shared/forms/contract.ts'
import { textIn } from '#shared/lib/localizedText.ts'
import { AnsweredBar } from '../../../filling/pages/AnsweredBar.tsx'
import { SectionView } from '../../../filling/pages/SectionView.tsx'
import { WantedAnchorProvider } from '../../../filling/pages/WantedAnchor.tsx'
import { useFormat } from '../../../lib/format.ts'
import { lazyPart } from '../../../ui/lazyPart.tsx'
import { useShown } from '../EditingContext.tsx'
import { FormLanguageProvider, InFormLanguage } from '../FormLanguage.tsx'
import { JumpProvider, TrialLink } from './JumpContext.tsx'
import styles from './PhonePreview.module.css'
import type { TrialDraft } from './TrialDraft.ts'
import { TrialOutcome } from './TrialOutcome.tsx'
import { useTrial } from './useTrial.ts'
import { useTrialSteps } from './useTrialSteps.ts'

const EndOfForm = lazyPart(() => import('../../../filling/pages/EndOfForm.tsx').then(part => part.EndOfForm))

export function PhonePreview({ form }: { form: FormDetail }) {
  const { t } = useTranslation()
  const format = useFormat()
  const { state } = useShown()
  const { language, selected } = state
  const definition = useDeferredValue(state.content.definition)
  const screen = useRef<HTMLDivElement>(null)
  const { draft, beginAgain } = useTrial(form, definition, language)
  const { step, pages, anchor, turn, jump, restart } = useTrialSteps(draft, selected, screen)
  const page = pages[step]
  const name = textIn(state.content.name, language, definition.default_language).text
  const isAsked = useIsAsked(draft, selected)

  return (
    <section className={styles.preview} aria-label={t('formEditor.preview')}>
      <FormLanguageProvider language={language} draft={draft}>
        <form className={styles.phone} onSubmit={event => event.preventDefault()}>
          <InFormLanguage>
            <div className={styles.head}>
              <p className={styles.name}>{name}</p>
              <AnsweredBar />
            </div>
          </InFormLanguage>
          <div ref={screen} className={styles.screen}>
            <JumpProvider jump={jump}>
              <InFormLanguage>
                <WantedAnchorProvider anchor={anchor}>
                  {page ? (
                    page.sections.map(section => <SectionView key={section.id} section={section} isWhole={false} />)
                  ) : (
                    <EndOfForm Link={TrialLink} />
                  )}
                </WantedAnchorProvider>
              </InFormLanguage>
              {!page && <TrialOutcome draft={draft} />}
            </JumpProvider>
          </div>
          <Group justify="space-between" gap="xs" className={styles.steps}>
            <Step
              icon={<IconArrowLeft size={18} className={styles.arrow} />}
              isOff={step <= 0}
              onClick={() => turn(-1)}
            >
              {t('formEditor.previous')}
            </Step>
            <span className="tabular">
              {page
                ? t('formEditor.stepOf', { number: format.number(step + 1), count: format.number(pages.length) })
                : t('filling.end')}
            </span>
            {page ? (
              <Button
                variant="default"
                size="sm"
                rightSection={<IconArrowRight size={18} className={styles.arrow} />}
                onClick={() => turn(1)}
              >
                {step === pages.length - 1 ? t('filling.toEnd') : t('formEditor.next')}
              </Button>
            ) : (
              <Step
                icon={<IconRefresh size={18} />}
                onClick={() => {
                  beginAgain()
                  restart()
                }}
              >
                {t('formEditor.trial.again')}
              </Step>
            )}
          </Group>
        </form>
      </FormLanguageProvider>
      {!isAsked && <p className={styles.note}>{t('formEditor.trial.notAsked')}</p>}
      <p className={styles.note}>{t('formEditor.previewText')}</p>
    </section>
  )
}

type StepProps = { icon: ReactNode; isOff?: boolean; onClick: () => void; children: ReactNode }

const Step = ({ icon, isOff = false, onClick, children }: StepProps) => (
  <Button variant="default" size="sm" leftSection={icon} disabled={isOff} onClick={onClick}>
    {children}
  </Button>
)

/** Whether what is chosen in the form is asked with the answers given here; what stands in rows that are not there is not meant. */
const useIsAsked = (draft: TrialDraft, selected: string): boolean =>
  useSyncExternalStore(draft.watch, () => draft.state.instance(selected)?.isVisible ?? true)
