import { Button } from '@mantine/core'
import { Link, Navigate, useParams, useSearch } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isEditable } from '../lib/offline/entry.ts'
import { askToPersist, outbox } from '../lib/offline/start.ts'
import { ClipboardDrawing } from '../ui/drawings.tsx'
import { EmptyState } from '../ui/EmptyState.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Draft } from './Draft.ts'
import { DraftProvider } from './DraftContext.tsx'
import { EndedPage } from './EndedPage.tsx'
import { FillingScreen } from './FillingScreen.tsx'
import { FillingSkeleton } from './FillingSkeleton.tsx'
import type { Opening } from './openDraft.ts'
import { useJournal } from './useJournal.ts'
import { useOpening } from './useOpening.ts'
import { useQuietShell } from './useQuietShell.ts'
import { useClock, useRemains, useRescue } from './useSafekeeping.ts'

/** A form to fill in, at its address: `new`, a uuid of this device, or the server's id. */
export function FillingPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/submission/filling/$id' })
  const search = useSearch({ from: '/shell/submission/filling/$id' })
  const { opening, error, retry } = useOpening(id, search)
  useQuietShell()

  if (error) return <ErrorState error={error} onRetry={retry} />
  if (!opening) return <FillingSkeleton />
  switch (opening.kind) {
    case 'moved':
      return <Navigate to="/submission/filling/$id" params={{ id: opening.id }} search={search} replace />
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

/** The form for as long as it can be changed; what became of it afterwards. */
function Opened({ opening, onOutdated }: { opening: Open; onOutdated: () => void }) {
  const [draft] = useState(() => beginDraft(opening))
  const entry = useJournal(draft) ?? opening.entry
  useRescue(draft, opening.rescued)
  useRemains(draft, () => outbox.nudge())
  useClock(draft)
  useEffect(() => {
    if (entry.version !== opening.entry.version) onOutdated()
  }, [entry.version, opening.entry.version, onOutdated])

  return (
    <DraftProvider draft={draft}>
      {isEditable(entry) ? <FillingScreen entry={entry} /> : <EndedPage entry={entry} />}
    </DraftProvider>
  )
}

const beginDraft = ({ entry, definition, rows, context }: Open): Draft =>
  new Draft(
    entry,
    definition,
    rows,
    () => {
      askToPersist()
      outbox.nudge()
    },
    context,
  )
