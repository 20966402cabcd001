import { Button, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MailedReport } from '#shared/reports/contract.ts'
import { rhythms } from '#shared/reports/rules.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useSite } from '../../lib/site.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { useWeekdays } from '../../ui/dates/useWeek.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { MultiSelect, Select } from '../../ui/floatingParts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'
import { tellDone } from '../../ui/toast.tsx'

type Props = { reportId: number; onClosed: () => void }

/** When a report is mailed, and to whom. */
export function ScheduleSheet({ reportId, onClosed }: Props) {
  const { t } = useTranslation()
  const mailed = useQuery(api.reportSchedules.get.query({ id: reportId }))
  return (
    <SideSheet title={t('reports.schedule.title')} onClosed={onClosed}>
      {close =>
        mailed.data ? (
          <Fields reportId={reportId} mailed={mailed.data} close={close} />
        ) : (
          mailed.error && <ErrorState error={mailed.error} onRetry={mailed.refetch} />
        )
      }
    </SideSheet>
  )
}

const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, at) => from + at)

function Fields({ reportId, mailed, close }: { reportId: number; mailed: MailedReport; close: () => void }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const queries = useQueryClient()
  const site = useSite()
  const { schedule, people } = mailed
  const [rhythm, setRhythm] = useState<(typeof rhythms)[number]>(schedule?.rhythm ?? 'week')
  const [weekday, setWeekday] = useState(String(schedule?.weekday ?? 1))
  const [monthDay, setMonthDay] = useState(String(schedule?.month_day ?? 1))
  const [hour, setHour] = useState(String(schedule?.hour ?? 7))
  const known = new Set(people.map(({ id }) => id))
  const [recipients, setRecipients] = useState((schedule?.recipient_ids ?? []).filter(id => known.has(id)).map(String))
  const onSettled = () => queries.invalidateQueries({ queryKey: api.reportSchedules.key })
  const saving = useMutation({
    mutationFn: () =>
      api.reportSchedules.set({
        id: reportId,
        ...{ rhythm, weekday: Number(weekday), month_day: Number(monthDay), hour: Number(hour) },
        recipient_ids: recipients.map(Number),
      }),
    onSuccess: () => tellDone(t('reports.schedule.saved')),
    onSettled,
  })
  const ending = useMutation({
    mutationFn: () => api.reportSchedules.end({ id: reportId }),
    onSuccess: close,
    onSettled,
  })
  const error = saving.error ?? ending.error
  // The second of January 2023 was a Monday.
  const weekdays = useWeekdays().map(day => ({
    value: String(day + 1),
    label: format.day(`2023-01-0${day + 2}`, { weekday: 'long' }),
  }))
  return (
    <Stack>
      <p>
        {t('reports.schedule.intro')} {site !== null && t('common.containsAllSites')}
      </p>
      {error && <Notice kind="stop">{errorText(error, t)}</Notice>}
      {schedule && !error && (
        <Notice kind="info">{t('reports.schedule.next', { date: format.dateTime(schedule.next_at) })}</Notice>
      )}
      <Select
        label={t('reports.schedule.rhythm')}
        data={rhythms.map(value => ({ value, label: t(`reports.schedule.rhythms.${value}`) }))}
        value={rhythm}
        allowDeselect={false}
        onChange={value => setRhythm(rhythms.find(one => one === value) ?? rhythm)}
      />
      {rhythm === 'week' && (
        <Select
          label={t('reports.schedule.weekday')}
          data={weekdays}
          value={weekday}
          allowDeselect={false}
          onChange={value => value && setWeekday(value)}
        />
      )}
      {rhythm === 'month' && (
        <Select
          label={t('reports.schedule.monthDay')}
          data={range(1, 28).map(day => ({ value: String(day), label: format.number(day) }))}
          value={monthDay}
          allowDeselect={false}
          onChange={value => value && setMonthDay(value)}
        />
      )}
      <Select
        label={t('reports.schedule.hour')}
        description={t('reports.schedule.hourHint')}
        data={range(0, 23).map(value => ({ value: String(value), label: `${String(value).padStart(2, '0')}:00` }))}
        value={hour}
        allowDeselect={false}
        onChange={value => value && setHour(value)}
      />
      <MultiSelect
        label={t('reports.schedule.recipients')}
        description={t('reports.schedule.recipientsHint')}
        required
        searchable
        hidePickedOptions
        nothingFoundMessage={t('common.nothingFound')}
        data={people.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={recipients}
        onChange={setRecipients}
      />
      <SheetFooter>
        {schedule && (
          <ConfirmButton
            question={t('reports.schedule.endQuestion')}
            confirmText={t('reports.schedule.end')}
            onConfirm={() => ending.mutate()}
          >
            {t('reports.schedule.end')}
          </ConfirmButton>
        )}
        <Button loading={saving.isPending} disabled={recipients.length === 0} onClick={() => saving.mutate()}>
          {t('common.save')}
        </Button>
      </SheetFooter>
    </Stack>
  )
}
