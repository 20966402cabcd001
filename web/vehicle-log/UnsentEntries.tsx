import { Button } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { isUnderway } from '../lib/offline/entry.ts'
import { useUnsent } from '../lib/offline/unsent.ts'
import { useErrorWords } from '../lib/offline/useErrorWords.ts'
import log from '../ui/log/Log.module.css'
import { LogWords } from '../ui/log/LogWords.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { type EntryDraft, isVehicleEntry } from './entryKind.ts'
import { useEntryWords } from './useEntryWords.ts'

/** What was written here and the server does not have: it waits, or was not taken and can be corrected. */
export function UnsentEntries({ vehicleId, onChange }: { vehicleId: number; onChange: (said: EntryDraft) => void }) {
  const { t } = useTranslation()
  const why = useErrorWords()
  const words = useEntryWords()
  const unsent = useUnsent()
    .entries.filter(isVehicleEntry)
    .filter(({ said }) => said.vehicle_id === vehicleId)
  if (unsent.length === 0) return null
  return (
    <ul className={log.list}>
      {unsent.map(entry => (
        <li key={entry.uuid} className={log.entry}>
          <div className={log.line}>
            <strong>{t(`vehicleLog.kinds.${entry.said.kind}`)}</strong>
            <LocalTime value={entry.said.day} as="date" />
            <StatusBadge status={isUnderway(entry) ? 'attention' : 'stop'}>
              {isUnderway(entry) || !entry.last_error
                ? t('vehicleLog.waiting')
                : t('vehicleLog.refused', { why: why(entry.last_error) })}
            </StatusBadge>
          </div>
          <LogWords words={words(entry.said)} />
          {!isUnderway(entry) && (
            <Button variant="default" size="compact-sm" onClick={() => onChange(entry.said)}>
              {t('vehicleLog.change')}
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
