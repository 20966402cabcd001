import { Anchor, Button, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiKey } from '#shared/accounts/keys.ts'
import type { ProvisionedGroup } from '#shared/provisioning/contract.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { useRoleName } from '../roles/queries.ts'
import { NoCompany } from '../shell/ErrorPage.tsx'
import { CopyLink } from '../ui/CopyLink.tsx'
import { GateDrawing } from '../ui/drawings/GateDrawing.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { lazyPart, lazyParts } from '../ui/lazyPart.tsx'
import { type Column, DataTable } from '../ui/list/DataTable.tsx'
import { ListEmpty } from '../ui/list/ListEmpty.tsx'
import { ListToolbar } from '../ui/list/ListToolbar.tsx'
import { useList } from '../ui/list/useList.ts'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { useShownRow } from '../ui/row/RowPage.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import styles from './Provisioning.module.css'

const sheets = lazyParts(() => import('./KeySheets.tsx'))
const NewKeySheet = sheets(file => file.NewKeySheet)
const KeySheet = sheets(file => file.KeySheet)
const GroupSheet = sheets(file => file.GroupSheet)
const ReachNames = lazyPart(() => import('../members/ReachSelect.tsx').then(part => part.ReachNames))

/** /company/integrations: the keys by which other systems work with the company's data. */
export function IntegrationsPage() {
  const { t } = useTranslation()
  const companyId = useUser()?.company_id
  if (companyId == null) return <NoCompany title={t('keys.integrations')} />
  return (
    <>
      <Keys companyId={companyId} title={t('keys.integrations')} text={t('keys.text')} />
      <ProvisioningSection companyId={companyId} />
    </>
  )
}

/** /system/keys: the keys of the platform. */
export function PlatformKeysPage() {
  const { t } = useTranslation()
  return <Keys companyId={null} title={t('keys.title')} text={t('keys.platformText')} />
}

function Keys({ companyId, title, text }: { companyId: number | null; title: string; text: string }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const list = useList(administration.keys.list, companyId === null ? {} : { company_id: companyId })
  const { shown, href, close } = useShownRow(list.page?.data ?? [])
  const [isAdding, setAdding] = useState(false)
  const columns: Column<ApiKey>[] = [
    { key: 'name', title: t('keys.name'), cell: row => <bdi>{row.name}</bdi>, sortable: true },
    { key: 'role', title: t('keys.role'), cell: row => roleName(row), width: '11rem' },
    { key: 'access', title: t('keys.access'), cell: row => t(`keys.accesses.${row.access}`), width: '11rem' },
    {
      key: 'last_used_at',
      title: t('keys.lastUsed'),
      cell: row => (row.last_used_at ? <LocalTime value={row.last_used_at} as="relative" /> : t('keys.never')),
      width: '11rem',
    },
    {
      key: 'ends_at',
      title: t('keys.endsAt'),
      cell: row => (row.ends_at ? <LocalTime value={row.ends_at} as="date" /> : t('keys.noEnd')),
      width: '9rem',
      wideOnly: true,
    },
  ]
  const add = (
    <Button leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
      {t('keys.add')}
    </Button>
  )
  return (
    <>
      <PageHeader title={title} count={list.page?.meta} actions={add} />
      <Text mb="md">
        {text}{' '}
        <Anchor href="/api/docs" target="_blank">
          {t('keys.docs')}
        </Anchor>
      </Text>
      <ListToolbar list={list} withArchive />
      <DataTable
        label={t('keys.title')}
        list={list}
        columns={columns}
        href={href}
        empty={
          <ListEmpty
            list={list}
            filters={[]}
            drawing={<GateDrawing />}
            title={t('keys.empty')}
            text={t('keys.emptyText')}
          />
        }
      />
      {isAdding && <NewKeySheet companyId={companyId} onClosed={() => setAdding(false)} />}
      {shown && <KeySheet key={shown.id} apiKey={shown} onClosed={close} />}
    </>
  )
}

/** How an identity provider brings people by SCIM, and what its groups give them here. */
export function ProvisioningSection({ companyId }: { companyId: number }) {
  const { t } = useTranslation()
  const format = useFormat()
  const roleName = useRoleName()
  const found = useQuery(administration.provisioning.get.query({ id: companyId }))
  const [chosen, setChosen] = useState<ProvisionedGroup>()
  if (found.error) return <ErrorState error={found.error} onRetry={() => found.refetch()} />
  if (!found.data) return null
  const { address, people, groups } = found.data
  return (
    <section className={styles.section} aria-labelledby="provisioning">
      <Title order={2} size="h3" id="provisioning">
        {t('keys.provisioning.title')}
      </Title>
      <Text>{t('keys.provisioning.text')}</Text>
      <FieldList
        fields={[
          { label: t('keys.provisioning.address'), value: <bdi dir="ltr">{address}</bdi> },
          { label: t('keys.provisioning.people'), value: format.number(people) },
        ]}
      />
      <div>
        <CopyLink address={address} label={t('keys.provisioning.copy')} />
      </div>
      {groups.length > 0 && (
        <>
          <Title order={3} size="h4">
            {t('keys.provisioning.groups')}
          </Title>
          <Text>{t('keys.provisioning.groupsText')}</Text>
          <ul className={styles.groups}>
            {groups.map(group => (
              <li key={group.id} className={styles.group}>
                <div>
                  <strong>
                    <bdi>{group.name}</bdi>
                  </strong>
                  <div className={styles.small}>
                    {t('keys.provisioning.members', { count: group.member_count })}
                    {' · '}
                    {group.role_id === null ? (
                      t('keys.provisioning.nothing')
                    ) : (
                      <>
                        {roleName({ role_id: group.role_id, role_name: group.role_name })}
                        {' · '}
                        <ReachNames reach={group.reach} />
                      </>
                    )}
                  </div>
                </div>
                <Button
                  variant="default"
                  onClick={() => setChosen(group)}
                  aria-label={t('keys.provisioning.changeOf', { name: group.name })}
                >
                  {t('keys.provisioning.change')}
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
      {chosen && (
        <GroupSheet key={chosen.id} companyId={companyId} group={chosen} onClosed={() => setChosen(undefined)} />
      )}
    </section>
  )
}
