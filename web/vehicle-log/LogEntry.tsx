import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { VehicleEntry } from '#shared/vehicle-log/contract.ts'
import { api } from '../api.ts'
import { Can } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import log from '../ui/log/Log.module.css'
import { LogWords } from '../ui/log/LogWords.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { tellUndo } from '../ui/toast.tsx'
import { useEntryWords } from './useEntryWords.ts'

/** One line of a vehicle's log. */
export function LogEntry({ entry, onChange }: { entry: VehicleEntry; onChange: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const words = useEntryWords()(entry)
  const striking = useMutation({
    mutationFn: ({ is_struck_out, revision }: { is_struck_out: boolean; revision: number }) =>
      api.vehicleLog.write({
        ...{ uuid: entry.uuid, vehicle_id: entry.vehicle_id, kind: entry.kind, day: entry.day },
        ...{ revision, is_struck_out },
      }),
    async onSuccess(now, { is_struck_out }) {
      await queries.invalidateQueries({ queryKey: api.vehicleLog.key })
      const { revision } = now
      if (is_struck_out)
        tellUndo(t('vehicleLog.struckOut'), t('common.undo'), () => striking.mutate({ is_struck_out: false, revision }))
    },
  })
  return (
    <li className={log.entry}>
      <div className={log.line}>
        <strong>{t(`vehicleLog.kinds.${entry.kind}`)}</strong>
        <LocalTime value={entry.day} as="date" />
        {entry.until && (
          <span>{t('vehicleLog.untilDay', { day: format.day(entry.until, { dateStyle: 'medium' }) })}</span>
        )}
      </div>
      <LogWords words={words} />
      {entry.note && (
        <p className={log.words} dir="auto">
          {entry.note}
        </p>
      )}
      <div className={log.line}>
        {entry.user_name && <span className={log.quiet}>{t('vehicleLog.by', { name: entry.user_name })}</span>}
        <span className={log.acts}>
          <Can I="update" a="VehicleEntry" row={entry}>
            <Button variant="subtle" color="gray" size="compact-sm" onClick={onChange}>
              {t('vehicleLog.change')}
            </Button>
          </Can>
          <Can I="delete" a="VehicleEntry" row={entry}>
            <Button
              variant="subtle"
              color="gray"
              size="compact-sm"
              loading={striking.isPending}
              onClick={() => striking.mutate({ is_struck_out: true, revision: entry.revision })}
            >
              {t('vehicleLog.strikeOut')}
            </Button>
          </Can>
        </span>
      </div>
    </li>
  )
}
