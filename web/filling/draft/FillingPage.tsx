import { Button } from '@mantine/core'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Draft } from '../../answers/draft/Draft.ts'
import { DraftProvider } from '../../answers/draft/DraftContext.tsx'
import { afterPaint } from '../../lib/afterPaint.ts'
import { isEditable } from '../../lib/offline/outboxHandler.ts'
import { useQueue } from '../../lib/offline/useQueue.ts'
import { ClipboardDrawing } from '../../ui/drawings/Drawings.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { markFirstPaint, onFirstPaint, whenIdle } from '../../ui/firstPaint.ts'
import { lazyParts } from '../../ui/lazyPart.tsx'
import { useFullScreenLayout } from '../../ui/useFullScreenLayout.ts'
import { PartialDraft } from '../followUp/PartialDraft.ts'
import { FillingSkeleton } from '../pages/PageView.tsx'
import { persistForm } from '../storage/formDraft.ts'
import { FillingScreen } from './FillingScreen.tsx'
import type { Opening } from './openDraft.ts'
import { useClock, useRescue, useStoredDraft, useUnfinishedPhotos } from './useDraftStorage.ts'
import { useOpening } from './useOpening.ts'

const loadEnds = () => import('./Ended.tsx')
const ends = lazyParts(loadEnds)
const Ended = ends(parts => parts.Ended)
const SubjectStep = ends(parts => parts.SubjectStep)

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
