import { Button } from '@mantine/core'
import { IconSend } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { keyParts } from '#shared/forms/answers/answerKey.ts'
import type { PublicForm } from '#shared/public-links/publicForm.ts'
import { useDraft, useDraftSelector, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import { FormText } from '../../answers/texts/FormText.tsx'
import { useEntryErrorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import type { RequestError } from '../../lib/requestError.ts'
import { useAction } from '../../lib/useAction.ts'
import { lazyParts } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import screen from '../draft/FillingPage.module.css'
import { StepArrivalProvider, WantedAnchorProvider } from '../pages/Anchors.tsx'
import { KeepingNotice, SaveCopyButton } from '../pages/KeepingNotice.tsx'
import { PageView } from '../pages/PageView.tsx'
import { BackButton, NextButton, RowStepsProvider, useRowSteps } from '../pages/RowSteps.tsx'
import { AnsweredBar, SectionLine, SectionList } from '../pages/SectionList.tsx'
import type { Entry } from '../storage/entry.ts'
import type { FormDraft } from '../storage/formDraft.ts'
import { ForgetButton } from './ends/ClosedPage.tsx'
import { EndPage } from './ends/EndPage.tsx'
import styles from './FormScreen.module.css'
import type { PublicSession } from './publicSessions.ts'
import { QuestionAnchorLink, StepAnchor, useSteps } from './Steps.tsx'
import type { Sending } from './usePublicSession.ts'

const notices = lazyParts(() => import('../draft/DraftNotices.tsx'))
const NewerVersionNotice = notices(parts => parts.NewerVersionNotice)
const LeftNotice = notices(parts => parts.LeftNotice)

type Props = {
  persister: FormDraft
  form: PublicForm
  entry: Entry
  session: PublicSession
  sending: Sending
  onForget: () => Promise<void>
  /** The draft went over to the newer version, which is to be opened. */
  onGoneOver: () => void
}

/**
 * Shows a page of the form at a time, with its progress above and the way on at the thumb; the end follows the last
 * page.
 */
export function FormScreen({ persister, form, entry, session, sending, onForget, onGoneOver }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const read = useLocalizedText()
  const { step, anchor } = useSteps()
  const pages = useDraftSelector(draft => draft.pages())
  const page = pages[step - 1]
  const description = read(form.description)
  return (
    <div className={screen.screen}>
      <aside className={screen.side}>
        <SectionList step={Math.min(step, pages.length + 1)} Step={StepAnchor} />
      </aside>
      <div className={screen.main}>
        <FormHeader form={form} step={step} />
        <RowStepsProvider>
          <div className={screen.content}>
            {step === 1 && description && <p className={styles.description}>{description}</p>}
            {step === 1 && form.definition.settings?.reporting_channel && (
              <Notice kind="info">{t('publicCase.channel', { company: form.company_name })}</Notice>
            )}
            {step === 1 && session.isResumed && (
              <Notice kind="info">
                {t('publicForm.resumed', { time: format.dateTime(session.entry.updated_at) })}
              </Notice>
            )}
            {form.version > entry.version && (
              <NewerVersionNotice entry={entry} persister={persister} onGone={onGoneOver} />
            )}
            {entry.left && entry.left.length > 0 && <LeftNotice entry={entry} left={entry.left} />}
            <RefusedNotice entry={entry} problem={sending.problem} />
            <StepArrivalProvider step={step}>
              <WantedAnchorProvider anchor={anchor}>
                {page ? <PageView key={page.id} page={page} /> : <EndPage form={form} />}
              </WantedAnchorProvider>
            </StepArrivalProvider>
            <div className={styles.forget}>
              <ForgetButton onForget={onForget} />
            </div>
          </div>
          <KeepingNotice>
            <SaveCopyButton persister={persister} />
          </KeepingNotice>
          <FormFooter persister={persister} step={Math.min(step, pages.length + 1)} onSend={sending.sendNow} />
        </RowStepsProvider>
      </div>
    </div>
  )
}

/** The form, its progress, and whether it is saved. */
function FormHeader({ form, step }: { form: PublicForm; step: number }) {
  const read = useLocalizedText()
  return (
    <div className={styles.header}>
      <h1 className={styles.title}>{read(form.name)}</h1>
      <AnsweredBar />
      <SectionLine step={step} Step={StepAnchor} />
    </div>
  )
}

type FooterProps = { persister: FormDraft; step: number; onSend: () => Promise<void> }

/**
 * The way on, at the thumb, and the way back: from page to page, or from row to row while one is open; at the end,
 * Send.
 */
function FormFooter({ persister, step, onSend }: FooterProps) {
  const { t } = useTranslation()
  const { go, back } = useSteps()
  const count = useDraftSelector(draft => draft.pages()).length
  const rowSteps = useRowSteps()

  if (rowSteps)
    return (
      <div className={screen.footer}>
        {rowSteps.before && <BackButton onClick={rowSteps.before}>{t('filling.rows.before')}</BackButton>}
        <NextButton onClick={rowSteps.next}>
          {rowSteps.isLast ? t('filling.rows.all') : t('filling.rows.next')}
        </NextButton>
      </div>
    )
  return (
    <div className={screen.footer}>
      {step > 1 && <BackButton onClick={back}>{t('filling.back')}</BackButton>}
      {step > count ? (
        <SendButton persister={persister} onSend={onSend} />
      ) : (
        <NextButton onClick={() => go(step + 1)}>{step === count ? t('filling.toEnd') : t('filling.next')}</NextButton>
      )}
    </div>
  )
}

/** Sends the form, or leads to what is missing. */
function SendButton({ persister, onSend }: Pick<FooterProps, 'persister' | 'onSend'>) {
  const { t } = useTranslation()
  const draft = useDraft()
  const { jump } = useSteps()
  const [missing] = useDraftSelector(now => now.openQuestions())

  const { run: send, isBusy } = useAction(async () => {
    try {
      if (!(await draft.settle())) return
      if (await persister.complete()) await onSend()
    } catch (error) {
      draft.persister.failed(error)
    }
  })

  return missing ? (
    <Button size="xl" className={screen.next} onClick={() => jump(missing)}>
      {t('filling.toMissing')}
    </Button>
  ) : (
    <Button size="xl" className={screen.next} leftSection={<IconSend size={24} />} loading={isBusy} onClick={send}>
      {t('publicForm.send')}
    </Button>
  )
}

type RefusedProps = { entry: Entry; problem: RequestError | undefined }

/** Why the server did not take what was sent, and at which answers. */
function RefusedNotice({ entry, problem }: RefusedProps) {
  const { t } = useTranslation()
  const words = useEntryErrorText()
  const { state } = useDraft()
  const { last_error } = entry
  if (!last_error || last_error.status === 0 || last_error.status === 429 || last_error.status >= 500) return null
  const faults = Object.entries(problem?.errors ?? {}).flatMap(([field, texts]) => {
    const key = field.startsWith('answers.') ? field.slice('answers.'.length) : ''
    const label = state.form.byId.get(keyParts(key).question_id)?.element?.label
    return label ? [{ key, label, text: texts.join(' ') }] : []
  })
  return (
    <Notice kind={entry.state === 'refused' ? 'stop' : 'attention'}>
      <p className={styles.text}>{t('filling.refused', { reason: words(last_error) })}</p>
      {faults.length > 0 && (
        <ul className={styles.faults}>
          {faults.map(({ key, label, text }) => (
            <li key={key}>
              <QuestionAnchorLink at={key} className={styles.link}>
                <FormText text={label} />
              </QuestionAnchorLink>{' '}
              {text}
            </li>
          ))}
        </ul>
      )}
      <p className={styles.text}>{t('publicForm.stillHere')}</p>
    </Notice>
  )
}
