import { Button, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { roles } from '#shared/lib/roles.ts'
import type { User } from '#shared/users/contract.ts'
import { CompanySelect } from '../companies/CompanySelect.tsx'
import { invitesApi } from '../invites/api.ts'
import { useRoleName } from '../roles/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './User.module.css'

/** Every company has them; what others one has of its own, its managers give. */
const commonRoles = [roles.manager, roles.employee, roles.guest]

/** Asks somebody who has an account whether they want to belong to a company. */
export function AskSheet({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [companyId, setCompanyId] = useState<number>()
  const [roleId, setRoleId] = useState<number>(roles.employee)
  const roleName = useRoleName()
  const asking = useMutation({
    mutationFn: (id: number) => invitesApi.ask({ id, user_id: user.id, role_id: roleId }),
    onSuccess: () => {
      tellDone(t('users.asked', { name: user.name }))
      queries.invalidateQueries({ queryKey: ['invites'] })
      onClosed()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={t('users.ask')} onClosed={onClosed}>
      {close => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            if (companyId !== undefined) asking.mutate(companyId)
          }}
        >
          <Text>{t('users.askText', { name: user.name })}</Text>
          {asking.error && (
            <Notice kind="stop">
              <ProblemText error={asking.error} />
            </Notice>
          )}
          <CompanySelect
            label={t('users.askCompany')}
            placeholder={t('users.askChoose')}
            id={companyId}
            onChange={setCompanyId}
          />
          <NativeSelect
            label={t('users.askRole')}
            data={commonRoles.map(id => ({ value: String(id), label: roleName({ role_id: id, role_name: null }) }))}
            value={String(roleId)}
            onChange={event => setRoleId(Number(event.currentTarget.value))}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={companyId === undefined} loading={asking.isPending}>
              {t('users.ask')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
