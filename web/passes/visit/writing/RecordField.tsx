import { NativeSelect } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { LazySelect } from '../../../ui/fields/LazySelect.tsx'
import { askPass } from '../askPass.ts'
import { useRequests } from '../requests/RequestsProvider.tsx'
import type { About } from './unsent.ts'
import { useWriting } from './WritingProvider.tsx'

/** What somebody has picked so far: no kind for the visit in general, else a record of it. */
export type Picked = { kind: PassKind | ''; record: { id: number; title: string } | null }
export const nothingPicked: Picked = { kind: '', record: null }

/** The record that was picked; null for the visit in general. */
export const aboutOf = ({ kind, record }: Picked): About => (kind && record ? { kind, ...record } : null)

/** Whether a kind was picked without a record of it. */
export const lacksRecord = ({ kind, record }: Picked): boolean => kind !== '' && record === null

type Props = { picked: Picked; onChange: (picked: Picked) => void }

/** Picks the record that something is about, by its kind and a part of its name. */
export function RecordField({ picked: { kind, record }, onChange }: Props) {
  const { t } = useTranslation()
  const { kinds } = useWriting()
  return (
    <>
      <NativeSelect
        label={t('passes.visit.about')}
        data={[
          { value: '', label: t('passes.written.ofVisit') },
          ...kinds.map(one => ({ value: one, label: t(`passes.kinds.${one}`) })),
        ]}
        value={kind}
        onChange={event => onChange({ kind: event.currentTarget.value as PassKind | '', record: null })}
      />
      {kind && (
        <RecordSelect key={kind} {...{ kind, record }} onChange={chosen => onChange({ kind, record: chosen })} />
      )}
    </>
  )
}

type SelectProps = { kind: PassKind; record: Picked['record']; onChange: (record: Picked['record']) => void }

/** The entrance has no cache of calls: what was found is kept by the device, as all that a pass answers. */
function RecordSelect({ kind, record, onChange }: SelectProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [text, setText] = useState('')
  const found = useFound(kind, text === record?.title ? '' : text)
  const options = new Map<string, { id: number; title: string; label: string }>()
  if (record) options.set(String(record.id), { ...record, label: record.title })
  for (const { id, title, at, subjects } of found) {
    const label = [title, format.date(at), ...(subjects.length > 0 ? [format.commas(subjects)] : [])].join(' · ')
    if (id !== record?.id) options.set(String(id), { id, title, label })
  }
  return (
    <LazySelect
      label={t('passes.written.whichRecord')}
      required
      nothingFoundMessage={t('common.nothingFound')}
      data={[...options].map(([value, { label }]) => ({ value, label }))}
      filter={({ options: all }) => all}
      value={record ? String(record.id) : null}
      onChange={value => {
        const chosen = value ? options.get(value) : undefined
        onChange(chosen ? { id: chosen.id, title: chosen.title } : null)
      }}
      searchValue={text}
      onSearchChange={setText}
    />
  )
}

/** The first records of a kind in whose names something is; without a network those that were found before. */
function useFound(kind: PassKind, text: string): PassRecord[] {
  const { address } = useRequests().door
  const [search] = useDebouncedValue(text.trim(), 250)
  const [found, setFound] = useState<PassRecord[]>([])
  useEffect(() => {
    const left = new AbortController()
    const asked = { kind, page: 1, ...(search && { search }) }
    askPass<Page<PassRecord>>(address, '/records', asked, left.signal).then(
      ({ data }) => setFound(data),
      () => left.signal.aborted || setFound([]),
    )
    return () => left.abort()
  }, [address, kind, search])
  return found
}
