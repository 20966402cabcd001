import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Pass } from '#shared/passes/contract.ts'
import type { PassTemplate } from '#shared/passes/templates.ts'
import { administration } from '../administrationApi.ts'
import { useUser } from '../lib/session/session.ts'
import { useCompanyFormat } from '../shell/company.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { PassTemplates } from './PassTemplates.tsx'
import { lastDayOf, stateOfPass } from './passDays.ts'

const NewPassSheet = lazyPart(() => import('./PassSheets.tsx').then(part => part.NewPassSheet))

/** /company/passes: what inspectors without an account may see for some days. */
export function PassesPage() {
  const { t } = useTranslation()
  return useUser()?.company_id == null ? <NoCompany title={t('passes.title')} /> : <Passes />
}

function Passes() {
  const { t } = useTranslation()
  const list = useList(administration.passes.list)
  const { date, timeZone } = useCompanyFormat()
  const [adding, setAdding] = useState<PassTemplate | 'new' | null>(null)
  const columns: Column<Pass>[] = [
    {
      key: 'holder',
      title: t('passes.holder'),
      cell: ({ holder_name, holder_office }) => <bdi>{[holder_name, holder_office].filter(Boolean).join(' · ')}</bdi>,
    },
    {
      key: 'state',
      title: t('passes.state'),
      cell: pass => t(`passes.states.${stateOfPass(pass)}`),
      width: '11rem',
      atEnd: true,
    },
    {
      key: 'ends',
      title: t('passes.endDay'),
      cell: pass => date(lastDayOf(pass, timeZone)),
      width: '10rem',
      isTitled: true,
    },
    {
      key: 'opened',
      title: t('passes.openedAt'),
      cell: ({ opened_at }) => (opened_at ? <LocalTime value={opened_at} as="relative" /> : t('passes.neverOpened')),
      width: '12rem',
      wideOnly: true,
    },
  ]
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding('new')}>
      {t('passes.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('passes.title')} count={list.page?.meta} actions={add}>
        {t('passes.intro')}
      </PageHeader>
      <ListToolbar list={list} withArchive />
      <DataTable
        label={t('passes.title')}
        list={list}
        columns={columns}
        href={({ id }) => `/company/passes/${id}`}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<GateDrawing />}
            title={t('passes.empty')}
            text={t('passes.emptyText')}
          />
        }
      />
      <PassTemplates onUse={setAdding} />
      {adding && <NewPassSheet {...(adding !== 'new' && { template: adding })} onClosed={() => setAdding(null)} />}
    </>
  )
}
