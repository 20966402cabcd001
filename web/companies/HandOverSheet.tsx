import { Button, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { MemberSelect } from '../members/MemberSelect.tsx'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './SheetForm.module.css'

/** Makes somebody else the manager, and oneself what one will be from then on. */
export function HandOverSheet({ company, onClosed }: { company: Company; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [member, setMember] = useState<{ id: number; name: string }>()
  const [roleId, setRoleId] = useState<number>(roles.employee)
  const handing = useMutation({
    mutationFn: (userId: number) => api.companies.handOver({ id: company.id, user_id: userId, role_id: roleId }),
    onSuccess: async () => {
      tellDone(t('companies.handedOver', { name: member?.name }))
      onClosed()
      await refreshUser()
      queries.invalidateQueries()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={t('companies.handOver')} onClosed={onClosed}>
      {close => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            if (member) handing.mutate(member.id)
          }}
        >
          <Text>{t('companies.handOverText')}</Text>
          {handing.error && (
            <Notice kind="stop">
              <ProblemText error={handing.error} />
            </Notice>
          )}
          <MemberSelect label={t('companies.newManager')} member={member} onChange={setMember} />
          <RoleSelect
            label={t('companies.ownRoleAfter')}
            value={roleId}
            onChange={setRoleId}
            except={[roles.admin, roles.guest]}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={!member} loading={handing.isPending}>
              {t('companies.handOver')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
