import { Button, NativeSelect, Text, Title } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ReachInput } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import type { ProvisionedGroup } from '#shared/provisioning/contract.ts'
import { administration } from '../administrationApi.ts'
import { useFormat } from '../lib/format.ts'
import { isReachMissing } from '../members/queries.ts'
import { ReachNames, ReachSelect } from '../members/ReachSelect.tsx'
import { useGivableRoles, useRoleName } from '../roles/queries.ts'
import { CopyLink } from '../ui/CopyLink.tsx'
import { ErrorState } from '../ui/ErrorState.tsx'
import { Notice } from '../ui/Notice.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Provisioning.module.css'

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

type GroupSheetProps = { companyId: number; group: ProvisionedGroup; onClosed: () => void }

/** The role and the places that a group gives; its people get them at once. */
function GroupSheet({ companyId, group, onClosed }: GroupSheetProps) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const choices = useGivableRoles().filter(({ id }) => id !== roles.admin)
  const [roleId, setRoleId] = useState(group.role_id)
  const [reach, setReach] = useState<ReachInput | null>(group.reach)
  const [isChecked, setChecked] = useState(false)
  const isMissing = roleId !== null && isReachMissing(reach)
  const saving = useMutation({
    mutationFn: () =>
      administration.provisioning.mapGroup({
        ...{ id: companyId, provisioned_group_id: group.id, role_id: roleId, reach: roleId === null ? null : reach },
      }),
    onSuccess() {
      queries.invalidateQueries({ queryKey: administration.provisioning.key })
      tellDone(t('keys.provisioning.saved'))
      onClosed()
    },
    onError: () => undefined,
  })
  const isChanged = roleId !== group.role_id || JSON.stringify(reach) !== JSON.stringify(group.reach)
  return (
    <SideSheet title={group.name} onClosed={onClosed} hasUnsaved={isChanged} onDiscard={() => undefined}>
      {close => (
        <form
          className={sheet.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            setChecked(true)
            if (!isMissing) saving.mutate()
          }}
        >
          {saving.error && (
            <Notice kind="stop">
              <ProblemText error={saving.error} />
            </Notice>
          )}
          <Text>{t('keys.provisioning.members', { count: group.member_count })}</Text>
          <NativeSelect
            label={t('keys.role')}
            data={[
              { value: '', label: t('keys.provisioning.nothing') },
              ...choices.map(({ id, name }) => ({ value: String(id), label: name })),
            ]}
            value={roleId === null ? '' : String(roleId)}
            onChange={({ currentTarget: { value } }) => setRoleId(value === '' ? null : Number(value))}
          />
          {roleId !== null && (
            <ReachSelect
              label={t('keys.reach')}
              value={reach}
              onChange={setReach}
              whole={t('members.reachWhole')}
              error={isChecked && isMissing ? t('members.reachMissing') : null}
            />
          )}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={saving.isPending}>
              {t('common.save')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
