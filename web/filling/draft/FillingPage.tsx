import { ActionIcon, Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconCheck, IconX } from '@tabler/icons-react'
import { Link, Navigate, useLocation, useNavigate, useParams, useRouter, useSearch } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { Draft } from '../../answers/draft/Draft.ts'
import { DraftProvider, useDraft, useDraftSelector, useLocalizedText } from '../../answers/draft/DraftContext.tsx'
import { afterPaint } from '../../lib/afterPaint.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { useAction } from '../../lib/useAction.ts'
import { SubjectWarnings } from '../../subjects/SubjectWarnings.tsx'
import { ClipboardDrawing } from '../../ui/drawings/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { markFirstPaint, onFirstPaint, whenIdle } from '../../ui/firstPaint.ts'
import { lazyPart, lazyParts } from '../../ui/lazyPart.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { usePageTitle } from '../../ui/page/pageTitle.ts'
import { useFullScreenLayout } from '../../ui/useFullScreenLayout.ts'
import { PartialDraft } from '../followUp/PartialDraft.ts'
import { StepArrivalProvider, WantedAnchorProvider } from '../pages/Anchors.tsx'
import { QuestionLink, StepLink, useJump } from '../pages/FillingLinks.tsx'
import { KeepingNotice, SaveCopyButton } from '../pages/KeepingNotice.tsx'
import { ElementView, FillingSkeleton, PageView } from '../pages/PageView.tsx'
import { BackButton, NextButton, RowStepsProvider, useRowSteps } from '../pages/RowSteps.tsx'
import { AnsweredBar, SectionLine, SectionList } from '../pages/SectionList.tsx'
import type { Entry } from '../storage/entry.ts'
import { type FormDraft, persistForm } from '../storage/formDraft.ts'
import styles from './FillingPage.module.css'
import type { FormNews, LoadedForm } from './loadForm.ts'
import type { Opening } from './openDraft.ts'
import { useClock, useRescue, useStoredDraft, useUnfinishedPhotos } from './useDraftStorage.ts'
import { useOpening } from './useOpening.ts'

const loadEnds = () => import('./Ended.tsx')
const ends = lazyParts(loadEnds)
const Ended = ends(parts => parts.Ended)
const SubjectStep = ends(parts => parts.SubjectStep)
const EndOfForm = lazyPart(() => import('../pages/EndOfForm.tsx').then(part => part.EndOfForm))
const rare = lazyParts(() => import('./DraftNotices.tsx'))
const AgainQuestions = rare(parts => parts.AgainQuestions)
const FormNewsNotice = rare(parts => parts.FormNewsNotice)
const LeftNotice = rare(parts => parts.LeftNotice)
const RefusalNotice = rare(parts => parts.RefusalNotice)
const ConflictBox = rare(parts => parts.ConflictBox)

export { beginOpening } from './useOpening.ts'

/** A form to fill in, at its address: `new`, a uuid of this device, or the server's id. */
export function FillingPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const { opening, error, isTrying, retry } = useOpening(id, search)
  useFullScreenLayout()
  const isFound = Boolean(opening ?? error)
  // What comes around it must not keep the first touch waiting.
  useEffect(() => (isFound ? afterPaint(() => whenIdle(markFirstPaint)) : undefined), [isFound])

  if (error) return <ErrorState error={error} onRetry={retry} isTrying={isTrying} />
  if (!opening) return <FillingSkeleton />
  switch (opening.kind) {
    case 'moved':
      return <Navigate to="/submission/filling/$id" params={{ id: opening.id }} search={search} replace />
    case 'subject':
      return <SubjectStep key={id} opening={opening} search={search} />
    case 'complete':
      return <Navigate to="/submission/view/$id" params={{ id: String(opening.submissionId) }} replace />
    case 'unknown':
      return (
        <EmptyState
          drawing={<ClipboardDrawing />}
          title={t('filling.unknown.title')}
          text={t('filling.unknown.text')}
          action={
            <Button component={Link} to="/submission">
              {t('filling.title')}
            </Button>
          }
        />
      )
    case 'open':
      return <Opened key={`${opening.entry.uuid} ${opening.entry.version}`} opening={opening} onOutdated={retry} />
  }
}

type Open = Extract<Opening, { kind: 'open' }>

/** The form while it can be changed; afterwards its result. */
function Opened({ opening, onOutdated }: { opening: Open; onOutdated: () => void }) {
  const [{ draft, persister }] = useState(() => beginDraft(opening))
  const entry = useStoredDraft(draft, persister) ?? opening.entry
  useRescue(draft, persister, opening.rescued)
  useUnfinishedPhotos(draft, opening.entry, () => useQueue.sendSoon())
  useClock(draft)
  // A form that is completed without a network finds its end page on the device.
  useEffect(
    () =>
      onFirstPaint(() => {
        loadEnds().catch(error => console.warn('What follows completion is not here yet', error))
      }),
    [],
  )
  useEffect(() => {
    if (entry.version !== opening.entry.version) onOutdated()
  }, [entry.version, opening.entry.version, onOutdated])

  return (
    <DraftProvider draft={draft}>
      {isEditable(entry) ? (
        <FillingScreen {...{ entry, persister }} {...(opening.news && { news: opening.news })} onNewer={onOutdated} />
      ) : (
        <Ended entry={entry} />
      )}
    </DraftProvider>
  )
}

function beginDraft({ entry, definition, rows, context, keepForm }: Open) {
  const onKept = () => {
    useQueue.sendSoon()
  }
  const persister = persistForm(entry, { rows, form: definition, onKept, ...(keepForm && { keepForm }) })
  const { follows } = entry
  const draft = follows
    ? new PartialDraft({ ...entry, follows }, definition, persister, context)
    : new Draft(entry, definition, persister, context)
  return { draft, persister }
}

type ScreenProps = {
  entry: Entry
  persister: FormDraft
  /** What the server says of the form, where it was opened from this device; and what takes the newer version then. */
  news?: LoadedForm['news']
  onNewer: () => void
}

/**
 * A form on the screen: one page at a time, with its progress above and the button to the next page below; after the
 * last page comes the end of the form. The page is in the address, so that the browser's back goes one page back.
 */
function FillingScreen({ entry, persister, news, onNewer }: ScreenProps) {
  const pages = useDraftSelector(draft => draft.pages())
  const { step = 1 } = useSearch({ from: '/shell/submission/filling/$id' })
  const anchor = useLocation({ select: ({ hash }) => hash })
  const page = pages[step - 1]
  const { follows } = entry
  const told = useNews(news)
  return (
    <div className={styles.screen} data-again={follows ? true : undefined}>
      <aside className={styles.side}>
        <SectionList step={step} Step={StepLink} />
      </aside>
      <div className={styles.main}>
        <FillingHeader entry={entry} step={step} />
        <RowStepsProvider>
          <div className={styles.content}>
            <SignalNotice />
            {told && <FormNewsNotice told={told} entry={entry} persister={persister} onNewer={onNewer} />}
            {entry.left && entry.left.length > 0 && <LeftNotice entry={entry} left={entry.left} />}
            {entry.last_error && <RefusalNotice entry={entry} />}
            {entry.conflict && <ConflictBox entry={entry} conflict={entry.conflict} />}
            <StepArrivalProvider step={step}>
              <WantedAnchorProvider anchor={anchor}>
                {follows ? (
                  <AgainQuestions follows={follows} View={ElementView} />
                ) : page ? (
                  <PageView key={page.id} page={page} />
                ) : (
                  <EndOfForm Link={QuestionLink} />
                )}
              </WantedAnchorProvider>
            </StepArrivalProvider>
          </div>
          <KeepingNotice>
            <SaveCopyButton persister={persister} />
          </KeepingNotice>
          <FillingFooter persister={persister} step={Math.min(step, pages.length + 1)} />
        </RowStepsProvider>
      </div>
    </div>
  )
}

/** What the server says of the form, when it has said something. */
function useNews(news: LoadedForm['news']): FormNews | undefined {
  const [told, setTold] = useState<FormNews>()
  useEffect(() => {
    let isOver = false
    void news?.then(found => isOver || setTold(found))
    return () => {
      isOver = true
    }
  }, [news])
  return told
}

/** The form, its progress, and whether it is saved. */
function FillingHeader({ entry, step }: { entry: Entry; step: number }) {
  const { t } = useTranslation()
  const read = useLocalizedText()
  const title = read(entry.form_name)
  const about = [entry.task_title, ...entry.subjects.map(subject => subject.name)].filter(
    text => text && text !== title,
  )
  usePageTitle(title)
  return (
    <header className={styles.header}>
      <div className={styles.row}>
        <ActionIcon
          component={Link}
          to={entry.task_sent_id === null ? '/submission' : '/tasks'}
          aria-label={t('filling.leave')}
          title={t('filling.leave')}
          className={styles.leave}
        >
          <IconX size={24} />
        </ActionIcon>
        <div className={styles.names}>
          <h1 className={styles.title}>{title}</h1>
          {(about.length > 0 || entry.subjects.length > 0) && (
            <div className={styles.subjects} data-warnable={entry.subjects.length > 0 || undefined}>
              <p className={styles.about}>{about.join(' · ')}</p>
              {entry.subjects.length > 0 && <SubjectWarnings subjects={entry.subjects} />}
            </div>
          )}
        </div>
      </div>
      <AnsweredBar />
      <SectionLine step={step} Step={StepLink} />
    </header>
  )
}

/** The buttons to the next and the previous page, or row while one is open. */
function FillingFooter({ persister, step }: { persister: FormDraft; step: number }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const router = useRouter()
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const pages = useDraftSelector(draft => draft.pages())
  const isEnd = step > pages.length
  const rowSteps = useRowSteps()

  const next = () => navigate({ to: '.', search: { ...search, step: step + 1 }, hash: '', state: { cameFrom: step } })

  // After Next, Back is the browser's own, so that both lead to the same page.
  function back() {
    if (router.history.location.state.cameFrom === step - 1) router.history.back()
    else navigate({ to: '.', search: { ...search, step: step - 1 }, hash: '', replace: true })
  }

  if (rowSteps)
    return (
      <footer className={styles.footer}>
        {rowSteps.before && <BackButton onClick={rowSteps.before}>{t('filling.rows.before')}</BackButton>}
        <NextButton onClick={rowSteps.next}>
          {rowSteps.isLast ? t('filling.rows.all') : t('filling.rows.next')}
        </NextButton>
      </footer>
    )
  return (
    <footer className={styles.footer}>
      {step > 1 && <BackButton onClick={back}>{t('filling.back')}</BackButton>}
      {isEnd ? (
        <CompleteButton persister={persister} className={styles.next} />
      ) : (
        <NextButton onClick={next}>{step === pages.length ? t('filling.toEnd') : t('filling.next')}</NextButton>
      )}
    </footer>
  )
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The step from which Next led here. */
    cameFrom?: number
  }
}

/**
 * Completes the form: it goes into the outbox, which sends it now or when there is a network. While an answer is
 * missing it leads there instead.
 */
function CompleteButton({ persister, className }: { persister: FormDraft; className: string | undefined }) {
  const { t } = useTranslation()
  const draft = useDraft()
  const jump = useJump()
  const [missing] = useSyncExternalStore(draft.watch, draft.openQuestions)

  const { run: complete, isBusy } = useAction(async () => {
    try {
      if (!(await draft.settle())) return
      if (await persister.complete()) void useQueue.sendNow()
    } catch (error) {
      draft.persister.failed(error)
    }
  })

  return missing ? (
    <Button size="xl" className={className} onClick={() => jump(missing)}>
      {t('filling.toMissing')}
    </Button>
  ) : (
    <Button size="xl" className={className} leftSection={<IconCheck size={24} />} loading={isBusy} onClick={complete}>
      {t('filling.complete')}
    </Button>
  )
}

/** Says without a network that nothing has to be done about it. */
function SignalNotice() {
  const { t } = useTranslation()
  const { online } = useNetwork()
  return online ? null : <Notice kind="info">{t('filling.withoutSignal')}</Notice>
}
