import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { AuditEntry } from '#shared/audit/contract.ts'
import { auditActions } from '#shared/audit/rules.ts'
import { api } from '../api.ts'
import { CompanySelect } from '../companies/CompanySelect.tsx'
import { useIsAdmin } from '../lib/ability.tsx'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { MemberSelect } from '../members/MemberSelect.tsx'
import { DateField } from '../ui/dates/DateField.tsx'
import { ClipboardDrawing } from '../ui/drawings/Drawings.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { FilterChip } from '../ui/list/Filters.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { type List, useList } from '../ui/list/useList.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { useShownRow } from '../ui/row/RowPage.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { subjectTypes, useAuditWords, useDetailWords } from './useAuditWords.tsx'

/** The audit log: who did what to which record, when, from where, and in whose name. */
export function AuditPage() {
  const { t } = useTranslation()
  const list = useList(api.auditLog.list)
  const words = useAuditWords()
  const { shown, href, close } = useShownRow(list.page?.data)

  const columns: Column<AuditEntry>[] = [
    { key: 'when', title: t('audit.when'), cell: row => <LocalTime value={row.created_at} />, width: '13.5rem' },
    { key: 'what', title: t('audit.what'), cell: row => <span>{words.sentence(row)}</span> },
    {
      key: 'ip',
      title: t('audit.address'),
      cell: row => row.ip && <bdi>{row.ip}</bdi>,
      width: '10rem',
      wideOnly: true,
    },
  ]
  return (
    <>
      <PageHeader title={t('audit.title')} count={list.page?.meta}>
        {t('audit.kept')}
      </PageHeader>
      <AuditFilters list={list} />
      <DataTable
        label={t('audit.title')}
        list={list}
        columns={columns}
        href={href}
        compact
        empty={
          <ListEmpty
            list={list}
            filters={filters}
            drawing={<ClipboardDrawing />}
            title={t('audit.empty')}
            text={t('audit.emptyText')}
          />
        }
      />
      {shown && <AuditSheet key={shown.id} entry={shown} onClosed={close} />}
    </>
  )
}

/** The log's own filters, by their names in the address. */
const filters = ['company_id', 'actor_id', 'action', 'subject_type', 'subject_id', 'from', 'to']

/** Filters by person, action, subject and time. */
function AuditFilters({ list }: { list: List<AuditEntry> }) {
  const { t } = useTranslation()
  const words = useAuditWords()
  const value = (name: string) => String(list.search[name] ?? '')
  const change = (name: string) => (event: { currentTarget: { value: string } }) =>
    list.change({ [name]: event.currentTarget.value || undefined })
  const isNarrowed = filters.some(name => list.search[name])
  const format = useFormat()
  const day = (name: string) => value(name) && format.date(value(name))
  const texts: Record<string, string> = {
    company_id: t('audit.company'),
    actor_id: t('audit.who'),
    action: words.action(value('action')),
    subject_type: t(`audit.subjects.${value('subject_type')}` as 'audit.subjects.Task'),
    subject_id: t('audit.subject'),
    from: `${t('audit.from')} ${day('from')}`,
    to: `${t('audit.to')} ${day('to')}`,
  }
  const chips = filters
    .filter(name => list.search[name])
    .map(name => <FilterChip key={name} text={texts[name] ?? ''} onRemove={() => list.change({ [name]: undefined })} />)
  return (
    <ListToolbar list={list} hasSearch={false} chips={chips}>
      <CompanyFilter list={list} />
      <WhoFilter list={list} />
      <NativeSelect
        label={t('audit.what')}
        value={value('action')}
        onChange={change('action')}
        data={[
          { value: '', label: t('audit.anything') },
          ...auditActions.map(action => ({ value: action, label: words.action(action) })),
        ]}
      />
      <NativeSelect
        label={t('audit.subject')}
        value={value('subject_type')}
        onChange={change('subject_type')}
        data={[
          { value: '', label: t('audit.anything') },
          ...subjectTypes.map(type => ({ value: type, label: t(`audit.subjects.${type}`) })),
        ]}
      />
      <DateField
        label={t('audit.from')}
        value={value('from')}
        onChange={day => list.change({ from: day || undefined })}
      />
      <DateField label={t('audit.to')} value={value('to')} onChange={day => list.change({ to: day || undefined })} />
      {isNarrowed && (
        <Button
          variant="default"
          style={{ justifySelf: 'start' }}
          onClick={() => list.change(Object.fromEntries(filters.map(name => [name, undefined])))}
        >
          {t('audit.all')}
        </Button>
      )}
    </ListToolbar>
  )
}

/** For admins, who see the log of every company. */
function CompanyFilter({ list }: { list: List<AuditEntry> }) {
  const { t } = useTranslation()
  if (!useIsAdmin()) return null
  return (
    <CompanySelect
      label={t('audit.company')}
      placeholder={t('audit.everywhere')}
      id={Number(list.search.company_id) || undefined}
      onChange={id => list.change({ company_id: id && String(id) })}
    />
  )
}

/**
 * By a colleague's name; where the session works in no company, the one that the address names can only be taken away.
 */
function WhoFilter({ list }: { list: List<AuditEntry> }) {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  const id = Number(list.search.actor_id) || undefined
  const entry = list.page?.data.find(one => one.actor?.id === id)
  const member = useQuery({
    ...api.companies.member.query({ id: companyId ?? 0, user_id: id ?? 0 }),
    enabled: Boolean(companyId && id && !entry?.actor?.name),
  })
  if (!companyId) return null
  const name = entry?.actor?.name ?? member.data?.name
  return (
    <MemberSelect
      label={t('audit.who')}
      placeholder={t('audit.anybody')}
      member={id === undefined ? undefined : { id, name: name ?? t('audit.person', { id: String(id) }) }}
      onChange={member => list.change({ actor_id: member && String(member.id) })}
      withSelf
      withEverybody
    />
  )
}

/** All that is known of one entry. */
function AuditSheet({ entry, onClosed }: { entry: AuditEntry; onClosed: () => void }) {
  const { t } = useTranslation()
  const words = useAuditWords()
  const detail = useDetailWords()
  return (
    <SideSheet title={words.action(entry.action)} onClosed={onClosed}>
      {() => (
        <div className={sheet.stack}>
          <FieldList
            fields={[
              { label: t('audit.when'), value: <LocalTime value={entry.created_at} /> },
              { label: t('audit.who'), value: words.who(entry) },
              { label: t('audit.subject'), value: words.subject(entry) },
              { label: t('audit.address'), value: entry.ip && <bdi>{entry.ip}</bdi> },
              { label: t('audit.device'), value: entry.user_agent && <bdi>{entry.user_agent}</bdi> },
              ...Object.entries(entry.details)
                .map(detail)
                .map(({ label, value }) => ({ label, value: <bdi>{value}</bdi> })),
            ]}
          />
          {entry.actor && <PathLink href={`/audit?actor_id=${entry.actor.id}`}>{t('audit.moreOfPerson')}</PathLink>}
          {entry.subject_id !== null && (
            <PathLink href={`/audit?subject_type=${entry.subject_type}&subject_id=${entry.subject_id}`}>
              {t('audit.moreOfSubject')}
            </PathLink>
          )}
        </div>
      )}
    </SideSheet>
  )
}
