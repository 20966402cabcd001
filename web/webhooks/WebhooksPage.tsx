import { Anchor, Button, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Webhook } from '#shared/webhooks/contract.ts'
import { administration } from '../administrationApi.ts'
import { useUser } from '../lib/session/session.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { lazyParts } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { useShownRow } from '../ui/row/RowPage.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'

const sheets = lazyParts(() => import('./WebhookSheets.tsx'))
const NewWebhookSheet = sheets(file => file.NewWebhookSheet)
const WebhookSheet = sheets(file => file.WebhookSheet)

/** /company/integrations/webhooks: where other systems are told of what happens in the company. */
export function WebhooksPage() {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  if (companyId == null) return <NoCompany title={t('webhooks.title')} />
  return <Webhooks companyId={companyId} />
}

function Webhooks({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const list = useList(administration.webhooks.list)
  const { shown, href, close } = useShownRow(list.page?.data ?? [])
  const [isAdding, setAdding] = useState(false)
  const columns: Column<Webhook>[] = [
    { key: 'name', title: t('webhooks.name'), cell: row => <bdi>{row.name}</bdi>, sortable: true },
    { key: 'url', title: t('webhooks.url'), cell: row => <bdi dir="ltr">{new URL(row.url).host}</bdi> },
    { key: 'key', title: t('webhooks.key'), cell: row => <bdi>{row.key_name}</bdi>, width: '14rem', wideOnly: true },
    {
      key: 'state',
      title: t('webhooks.state'),
      cell: row => <WebhookState webhook={row} />,
      width: '11rem',
      atEnd: true,
    },
  ]
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
      {t('webhooks.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={t('webhooks.title')} count={list.page?.meta} actions={add} />
      <Text mb="md">
        {t('webhooks.text')}{' '}
        <Anchor href="/api/docs" target="_blank">
          {t('keys.docs')}
        </Anchor>
      </Text>
      <ListToolbar list={list} />
      <DataTable
        label={t('webhooks.title')}
        list={list}
        columns={columns}
        href={href}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<GateDrawing />}
            title={t('webhooks.empty')}
            text={t('webhooks.emptyText')}
          />
        }
      />
      {isAdding && <NewWebhookSheet companyId={companyId} onClosed={() => setAdding(false)} />}
      {shown && <WebhookSheet key={shown.id} webhook={shown} companyId={companyId} onClosed={close} />}
    </>
  )
}

function WebhookState({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation()
  const state = webhook.paused_at ? 'paused' : webhook.failing_since ? 'failing' : 'active'
  const status = { active: 'ok', failing: 'attention', paused: 'stop' } as const
  return <StatusBadge status={status[state]}>{t(`webhooks.states.${state}`)}</StatusBadge>
}
