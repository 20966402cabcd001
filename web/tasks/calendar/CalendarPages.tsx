import FullCalendar from '@fullcalendar/react'
import dayGrid from '@fullcalendar/react/daygrid'
import interaction from '@fullcalendar/react/interaction'
import listViews from '@fullcalendar/react/list'
import classicTheme from '@fullcalendar/react/themes/classic'
import timeGrid from '@fullcalendar/react/timegrid'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { localTime } from '#shared/lib/localTime.ts'
import { api } from '../../api.ts'
import { useUser } from '../../lib/session/session.ts'
import { useSite } from '../../lib/site.ts'
import { daysAround, daysListed, maxOfDay } from './range.ts'
import { useCalendarSearch } from './useCalendarSearch.ts'
import '@fullcalendar/react/skeleton.css'
import '@fullcalendar/react/themes/classic/theme.css'
import {
  type Icon,
  IconAlertTriangle,
  IconBan,
  IconBook,
  IconCertificate,
  IconCheck,
  IconClockExclamation,
  IconEye,
  IconInfoCircle,
  IconPlayerSkipForward,
  IconPrinter,
  IconShieldCheck,
  IconX,
} from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { directionOf, toLocale } from '#shared/lib/language.ts'
import type { CalendarEntry } from '#shared/tasks/calendar.ts'
import type { TaskKind } from '#shared/tasks/rules.ts'
import { PdfButton } from '../../documents/PdfButton.tsx'
import { useAbility } from '../../lib/ability.tsx'
import { taskTitle } from '../../lib/taskTitle.ts'
import { useCompanyFormat } from '../../shell/company.ts'
import { useWeek } from '../../ui/dates/useWeek.ts'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { PageHeader } from '../../ui/page/PageHeader.tsx'
import styles from './Calendar.module.css'
import { CalendarToolbar } from './CalendarToolbar.tsx'
import { EntrySheet } from './EntrySheet.tsx'
import { type Expiry, useExpiries } from './useExpiries.ts'
import { useMoveEntry } from './useMoveEntry.ts'

/** What the person has to do, by days. */
export function OwnCalendarPage() {
  const { range, view, date } = useCalendarSearch()
  const company_id = useUser()?.company_id ?? 0
  // A week asks for its whole month, which the device keeps for work without a network.
  const days = view === 'week' ? daysAround('month', date) : {}
  const entries = useQuery({ ...api.tasks.calendar.query({ company_id, ...range, ...days }), enabled: company_id > 0 })
  return <Calendar entries={entries} isOwn />
}

/** What everybody has to do, by days. */
export function CompanyCalendarPage() {
  const { range, view, user_id } = useCalendarSearch()
  const company_id = useUser()?.company_id ?? 0
  const entries = useQuery({
    ...api.tasks.companyCalendar.at(useSite(), {
      ...{ company_id, ...range, per_day: maxOfDay[view] },
      ...(user_id && { user_id }),
    }),
    enabled: company_id > 0,
  })
  return <Calendar entries={entries} />
}

const isEnded = ({ state }: CalendarEntry) => state === 'done' || state === 'skipped'
const foldedKey = 'done '

/** How many of each day's entries are over: they are folded into one line. */
function endedByDay(entries: readonly CalendarEntry[], dayOf: (entry: CalendarEntry) => string) {
  const days = new Map<string, number>()
  for (const entry of entries.filter(isEnded)) days.set(dayOf(entry), (days.get(dayOf(entry)) ?? 0) + 1)
  return [...days].map(([day, count]) => ({ day, count }))
}

type Props = { entries: UseQueryResult<CalendarEntry[]>; isOwn?: boolean }

const viewNames = { month: 'dayGridMonth', week: 'dayGridWeek', day: 'timeGridDay', list: 'list' } as const
/** What a day of each view shows before it says how many more there are. */
const maxShown = { month: 4, week: 12, day: 4, list: 4 } as const
const plugins = [classicTheme, dayGrid, timeGrid, listViews, interaction]
const hour = 3600_000

const keyOf = (entry: CalendarEntry) =>
  [entry.task_id, entry.starts_at, ...entry.subjects.map(({ type, id }) => `${type}${id}`)].join(' ')

/** Dated things as a month, a week, a day or a list; dragging one asks which of its series is meant. */
export function Calendar({ entries, isOwn = false }: Props) {
  const { t, i18n } = useTranslation()
  const format = useCompanyFormat()
  const { firstDayOfWeek } = useWeek()
  const { view, date, isNarrow, only, withDone, change } = useCalendarSearch()
  const can = useAbility()
  const moveEntry = useMoveEntry()
  const navigate = useNavigate()
  const [open, setOpen] = useState<{ entry: CalendarEntry; moveTo?: string; onKept?: () => void }>()
  const loaded = only ? [] : (entries.data ?? [])
  const found = new Map(loaded.filter(entry => withDone || !isEnded(entry)).map(entry => [keyOf(entry), entry]))
  const folded = withDone ? [] : endedByDay(loaded, ({ starts_at }) => format.dayOf(starts_at))
  // The server left some of the day out: an entry at its head says so and leads to it.
  const crowded = loaded.filter(entry => entry.is_cut)
  const endings = useExpiries(isOwn)
  const mayMove = can('update', 'Task')
  const timeZone = format.timeZone ?? 'UTC'

  return (
    <>
      <PageHeader
        title={t(isOwn ? 'tasks.calendar.own' : 'tasks.calendar.company')}
        actions={!isOwn && <PrintSheet />}
      />
      <CalendarToolbar isOwn={isOwn} />
      {entries.error && !entries.data && <ErrorState error={entries.error} onRetry={entries.refetch} />}
      <div className={styles.calendar} aria-busy={entries.isPending}>
        <FullCalendar
          key={`${view} ${isNarrow} ${date} ${i18n.language} ${timeZone}`}
          plugins={plugins}
          // Seven columns are too narrow for a phone, where a week is a list.
          initialView={view === 'week' && isNarrow ? 'listWeek' : viewNames[view]}
          {...(view === 'list' && { visibleRange: daysListed(date) })}
          initialDate={date}
          headerToolbar={false}
          height="auto"
          locale={toLocale(i18n.language) === 'en' ? 'en-GB' : i18n.language === 'ar' ? 'ar-u-nu-latn' : i18n.language}
          direction={directionOf(toLocale(i18n.language))}
          firstDay={firstDayOfWeek}
          timeZone={timeZone}
          allDaySlot={crowded.length > 0 || endings.size > 0 || folded.length > 0}
          allDayHeaderContent=""
          // Of its own accord it says "06" for six o'clock.
          eventTimeFormat={{ hour: 'numeric', minute: '2-digit', meridiem: 'short' }}
          nowIndicator
          dayMaxEvents={maxShown[view]}
          moreLinkClass={styles.more ?? ''}
          moreLinkText={more => t('tasks.calendar.more', { number: format.number(more) })}
          moreLinkHint={more => t('tasks.calendar.moreHint', { number: format.number(more) })}
          closeHint={t('common.close')}
          eventsHint={t('tasks.title')}
          timedText={t('tasks.title')}
          noEventsText={t('tasks.calendar.nothing')}
          eventInteractive
          editable={mayMove}
          eventDurationEditable={false}
          eventOrder="-rank,start,title"
          events={[
            ...folded.map(({ day, count }) => ({
              id: `${foldedKey}${day}`,
              title: t('tasks.calendar.doneCount', { count }),
              start: day,
              allDay: true,
              editable: false,
              extendedProps: { rank: 2 },
            })),
            ...crowded.map(({ starts_at }) => ({
              title: t('tasks.calendar.leftOut'),
              start: format.dayOf(starts_at),
              allDay: true,
              editable: false,
            })),
            ...[...endings].map(([id, { text, day }]) => ({
              id,
              title: text,
              start: day,
              allDay: true,
              editable: false,
            })),
            ...[...found].map(([id, entry]) => ({
              id,
              title: taskTitle(entry),
              start: entry.starts_at,
              end: new Date(Date.parse(entry.starts_at) + hour).toISOString(),
              editable: mayMove && entry.source === 'task' && !isEnded(entry) && entry.state !== 'missed',
            })),
          ]}
          eventClass={({ event }) => {
            const entry = found.get(event.id)
            const ending = endings.get(event.id)
            if (ending) return `${styles.event} ${styles[ending.source]}`
            if (event.id.startsWith(foldedKey)) return `${styles.event} ${styles.folded}`
            return `${styles.event} ${styles[entry?.kind ?? 'check']} ${styles[`is_${entry?.state ?? 'coming'}`] ?? ''}`
          }}
          eventContent={({ event, timeText }) => {
            const entry = found.get(event.id)
            const ending = endings.get(event.id)
            if (ending) return <ExpiryBadge ending={ending} />
            if (event.id.startsWith(foldedKey)) return <DoneMark text={event.title} />
            return entry ? (
              <EntryMark entry={entry} time={timeText} isTall={view === 'week' && !isNarrow} />
            ) : (
              <span className={styles.mark}>{event.title}</span>
            )
          }}
          eventClick={({ event, jsEvent }) => {
            jsEvent.preventDefault()
            const entry = found.get(event.id)
            const ending = endings.get(event.id)
            if (ending) navigate({ href: ending.href })
            else if (entry) setOpen({ entry })
            else if (event.id.startsWith(foldedKey)) change({ done: 'shown' })
            else change({ view: 'day', date: event.startStr })
          }}
          eventDrop={({ event, revert }) => {
            const entry = found.get(event.id)
            const moveTo = event.start && localTime(event.start.getTime(), timeZone)
            if (!entry || !moveTo) return revert()
            if (entry.is_series) setOpen({ entry, moveTo, onKept: revert })
            else moveEntry(entry, moveTo, 'all', revert).catch(revert)
          }}
        />
      </div>
      {open && (
        <EntrySheet
          {...open}
          isOwn={isOwn}
          onClosed={isMoved => {
            if (!isMoved) open.onKept?.()
            setOpen(undefined)
          }}
        />
      )}
    </>
  )
}

const icons = { withhold: IconBan, paper: IconCertificate }

/** The last day of a withhold or of a paper. */
function ExpiryBadge({ ending: { source, text } }: { ending: Expiry }) {
  const Icon = icons[source]
  return (
    <span className={styles.mark} title={text}>
      <Icon size={14} />
      <bdi className={styles.title}>{text}</bdi>
    </span>
  )
}

/** Prints the work of the shown day, of everybody or of the chosen person, for the barn door. */
function PrintSheet() {
  const { t } = useTranslation()
  const company = useUser()?.company_id ?? 0
  const { date, user_id } = useCalendarSearch()
  const site = useSite()
  const print = t('tasks.sheet.print')
  return (
    <PdfButton
      wanted={{ kind: 'sheet', record_id: company, date, ...(user_id && { user_id }) }}
      text={site === null ? print : `${print} · ${t('shell.sites.all')}`}
      icon={<IconPrinter size={20} />}
      variant="default"
    />
  )
}

const stateIcons = { done: IconCheck, skipped: IconPlayerSkipForward, missed: IconX, overdue: IconClockExclamation }

/** How many of a day are over; pressing it shows them. */
const DoneMark = ({ text }: { text: string }) => (
  <span className={styles.mark}>
    <IconCheck size={14} />
    <span className={styles.title}>{text}</span>
  </span>
)

type EntryMarkProps = { entry: CalendarEntry; time: string; isTall: boolean }

/** One entry of the calendar: icon, time, title and status; in a week on two lines, with what it is about. */
function EntryMark({ entry, time, isTall }: EntryMarkProps) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const Kind = kindIcons[entry.kind]
  const State = stateIcons[entry.state as keyof typeof stateIcons]
  const kind = <Kind size={14} role="img" aria-hidden={false} aria-label={t(`tasks.kinds.${entry.kind}`)} />
  const state = State && (
    <State size={14} role="img" aria-hidden={false} aria-label={t(`tasks.calendar.states.${entry.state}`)} />
  )
  const title = <bdi className={styles.title}>{taskTitle(entry)}</bdi>
  const clock = <span className={styles.time}>{time}</span>
  const about = format.commas(entry.subjects.map(({ name }) => name))
  if (isTall)
    return (
      <span className={styles.tall} title={about ? `${taskTitle(entry)} · ${about}` : taskTitle(entry)}>
        <span className={styles.mark}>
          {title}
          {state}
        </span>
        <span className={styles.mark}>
          {kind}
          {clock}
          <bdi className={styles.title}>{about}</bdi>
        </span>
      </span>
    )
  return (
    <span className={styles.mark} title={taskTitle(entry)}>
      {kind}
      {clock}
      {title}
      {state}
    </span>
  )
}

/** The mark of each kind, beside its colour. */
const kindIcons: Record<TaskKind, Icon> = {
  check: IconEye,
  corrective: IconAlertTriangle,
  preventive: IconShieldCheck,
  information: IconInfoCircle,
  learning: IconBook,
}
