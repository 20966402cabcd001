import { NativeSelect } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import type { Page } from '#shared/lib/paging.ts'
import type { PassRecord } from '#shared/passes/passPage.ts'
import type { PassKind } from '#shared/passes/rules.ts'
import { useFormat } from '../../../lib/format.ts'
import { type Named, SearchSelect } from '../../../ui/fields/SearchSelect.tsx'
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

type Row = PassRecord & Named
type Props = { picked: Picked; onChange: (picked: Picked) => void }

/** Picks the record that something is about, by its kind and a part of its name. */
export function RecordField({ picked: { kind, record }, onChange }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const { kinds } = useWriting()
  const { address } = useRequests().door
  const labelOf = ({ title, at, subjects }: Row) =>
    [title, format.date(at), ...(subjects.length > 0 ? [format.commas(subjects)] : [])].join(' · ')
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
        <SearchSelect<Row>
          key={kind}
          label={t('passes.written.whichRecord')}
          chosen={record ? { id: record.id, name: record.title } : undefined}
          onChange={chosen => onChange({ kind, record: chosen ? { id: chosen.id, title: chosen.name } : null })}
          labelOf={labelOf}
          find={asked => ({
            queryKey: ['pass records', address.id, kind, asked],
            queryFn: async ({ signal }) => {
              const found = await askPass<Page<PassRecord>>(address, '/records', { kind, page: 1, ...asked }, signal)
              return { ...found, data: found.data.map(one => ({ ...one, name: one.title })) }
            },
          })}
        />
      )}
    </>
  )
}
