import { useCallback, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LocalizedText } from '#shared/lib/fields.ts'
import type { Translate } from '#shared/lib/localizedText.ts'
import type { PublicForm, PublicSubmission } from '#shared/public-links/publicForm.ts'
import { Draft } from '../../answers/draft/Draft.ts'
import { DraftProvider, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import { PictureSource } from '../../answers/texts/FormText.tsx'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { useFullScreenLayout } from '../../ui/useFullScreenLayout.ts'
import { useClock, useRescue, useStoredDraft, useUnfinishedPhotos } from '../draft/useDraftStorage.ts'
import { FillingSkeleton } from '../pages/PageView.tsx'
import { persistForm } from '../storage/formDraft.ts'
import '../../theme/shellStyles.ts'
import { Button } from '@mantine/core'
import { IconCircleCheck, IconCloudUp } from '@tabler/icons-react'
import { plainText } from '#shared/lib/inlineMarkdown.ts'
import { toLocale } from '#shared/lib/language.ts'
import { fillReferences, formatterFor } from '#shared/submissions/formatter.ts'
import { errorText } from '../../lib/errorText.ts'
import { lazyPart } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from '../draft/EndedPage.module.css'
import { takeBack } from '../storage/commands.ts'
import type { Entry } from '../storage/entry.ts'
import { FormScreen } from './FormScreen.tsx'
import type { Link } from './publicLink.ts'
import { forgetPublicSessions, type PublicSession } from './publicSessions.ts'
import { addressOfStep, StepsProvider } from './Steps.tsx'
import type { Told } from './usePublicSession.ts'
import { type Sending, usePublicSession, useSending } from './usePublicSession.ts'
import { beginWork } from './work/proofOfWork.ts'

const Toasts = lazyPart(() => import('../../shell/Toasts.tsx').then(part => part.Toasts))

type Props = {
  form: PublicForm
  link: Link
  /** With what the form says to those who have sent it. */
  onSent: (answer: PublicSubmission, words: LocalizedText | undefined) => void
  /** Of a reporting channel: with the code of the case. */
  onReported: Told['onReported']
  /** The server wants another PIN. */
  onLocked: () => void
}

/** The form of a public link, to be filled in and sent; what this device keeps of it continues. */
export function Filling(props: Props) {
  const { t } = useTranslation()
  const { form, link } = props
  const { session, error, restart } = usePublicSession(form, link)
  const pictures = usePictures(form)
  useFullScreenLayout()

  if (error) return <Notice kind="stop">{t('publicForm.cannotKeep')}</Notice>
  if (!session) return <FillingSkeleton />
  return (
    <PictureSource value={pictures}>
      <Opened key={session.entry.uuid} {...props} session={session} onRestart={restart} />
      <Toasts />
    </PictureSource>
  )
}

function Opened({
  form,
  link,
  session,
  onSent,
  onReported,
  onLocked,
  onRestart,
}: Props & { session: PublicSession; onRestart: () => void }) {
  const [{ draft, persister }] = useState(() => beginDraft(session))
  const kept = useStoredDraft(draft, persister)
  const entry = kept ?? session.entry
  const { t, i18n } = useTranslation()
  const thank = (answer: PublicSubmission) =>
    onSent(answer, wordsOfThanks(draft, i18n.language, t as unknown as Translate))
  const sending = useSending(link, entry, { isChannel: isChannel(form), onSent: thank, onReported, onLocked })
  useRescue(draft, persister, session.rescued)
  useUnfinishedPhotos(draft, session.entry, () => undefined)
  useClock(draft)

  // Only looking at the form starts nothing.
  const isBegun = entry.change > 0
  useEffect(() => {
    if (isBegun) beginWork(form.work, entry.uuid)
  }, [isBegun, form.work, entry.uuid])
  // A person who sends right after the first answer may be quicker than the storage is read.
  function sendNow() {
    beginWork(form.work, entry.uuid)
    return sending.sendNow()
  }

  // A person who deleted it in another tab meant this one too.
  const isRemoved = entry.state === 'discarded'
  useEffect(() => {
    if (isRemoved) onRestart()
  }, [isRemoved, onRestart])

  async function forget() {
    await draft.persister.flush()
    await forgetPublicSessions(link)
    history.replaceState(null, '', addressOfStep(1))
    onRestart()
  }

  if (isRemoved) return <FillingSkeleton />
  return (
    <DraftProvider draft={draft}>
      <StepsProvider>
        {isEditable(entry) ? (
          <FormScreen
            persister={persister}
            form={form}
            entry={entry}
            session={session}
            sending={{ ...sending, sendNow }}
            onForget={forget}
            onGoneOver={onRestart}
          />
        ) : entry.state === 'done' ? (
          <SentElsewhere onRestart={onRestart} />
        ) : (
          <WaitingPage form={form} entry={entry} sending={{ ...sending, sendNow }} />
        )}
      </StepsProvider>
    </DraftProvider>
  )
}

const isChannel = ({ definition }: PublicForm): boolean => definition.settings?.reporting_channel === true

function beginDraft({ entry, definition, rows, context }: PublicSession) {
  const persister = persistForm(entry, { rows, form: definition })
  return { draft: new Draft(entry, definition, persister, context), persister }
}

/** The pictures of the form, which its link lets everybody see. */
function usePictures({ pictures }: PublicForm) {
  return useCallback(
    async (_formId: number, uuid: string) => {
      const path = pictures.find(picture => picture.uuid === uuid)?.path
      const response = path === undefined ? undefined : await fetch(`/storage/${path}`)
      if (!response?.ok) return undefined
      const picture = await response.blob()
      return { bytes: await picture.arrayBuffer(), type: picture.type }
    },
    [pictures],
  )
}

/** The same form, sent from another tab of this browser. */
export function SentElsewhere({ onRestart }: { onRestart: () => void }) {
  const { t } = useTranslation()
  return (
    <section className={styles.page}>
      <IconCircleCheck size={56} className={styles.icon} data-status="ok" />
      <h1 className={styles.title}>{t('publicForm.sentElsewhere')}</h1>
      <div className={styles.actions}>
        <Button size="lg" variant="default" onClick={onRestart}>
          {t('public.thanks.another')}
        </Button>
      </div>
    </section>
  )
}

type WaitingProps = { form: PublicForm; entry: Entry; sending: Sending }

/** Between Send and the server's word: that it is safe here, and when it goes. */
export function WaitingPage({ form, entry, sending }: WaitingProps) {
  const { t } = useTranslation()
  const read = useLocalizedText()
  const { isBusy, problem, sendNow } = sending
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus({ preventScroll: true }), [])
  return (
    <section className={styles.page}>
      <IconCloudUp size={56} className={styles.icon} data-status="info" />
      <h1 ref={heading} tabIndex={-1} className={styles.title}>
        {problem ? t('publicForm.waiting.title') : t('publicForm.waiting.sending')}
      </h1>
      <p className={styles.text}>{read(form.name)}</p>
      {problem && (
        <>
          <p className={styles.text}>{t('publicForm.waiting.text')}</p>
          {problem.status !== 0 && <Notice kind="attention">{errorText(problem, t)}</Notice>}
        </>
      )}
      <div className={styles.actions}>
        <Button size="xl" loading={isBusy || !problem} onClick={sendNow}>
          {t('publicForm.waiting.again')}
        </Button>
        {problem && !isBusy && entry.state === 'waiting' && !entry.was_attempted && (
          <Button size="lg" variant="default" onClick={() => takeBack(entry.user_id, entry.uuid)}>
            {t('filling.ended.takeBack')}
          </Button>
        )}
      </div>
    </section>
  )
}

/**
 * The text of the page of thanks: the form's own, or the one at its end. Answers that it names are inserted now,
 * because they have left the device when that page is shown.
 */
export function wordsOfThanks({ definition, state }: Draft, language: string, t: Translate): LocalizedText | undefined {
  const text = definition.settings?.thanks ?? definition.footer
  const words = formatterFor({ locale: toLocale(language), timeZone: undefined, t }, definition)
  return (
    text &&
    Object.fromEntries(
      Object.entries(text).map(([locale, said]) => [locale, plainText(fillReferences(said, state, [], words))]),
    )
  )
}
