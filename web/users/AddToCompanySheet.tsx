import { Button, NativeSelect, Text } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { CompanySelect } from '../companies/CompanySelect.tsx'
import { useRoleName } from '../roles/queries.ts'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './User.module.css'

/** Every company has them; what others one has of its own, its managers give. */
const commonRoles = [roles.manager, roles.employee, roles.guest]

/** Makes somebody who has an account a member of a company; they are told by a notification and an email. */
export function AddToCompanySheet({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const [companyId, setCompanyId] = useState<number>()
  const [roleId, setRoleId] = useState<number>(roles.employee)
  const roleName = useRoleName()
  const adding = useMutation({
    mutationFn: (id: number) => api.invites.addMember({ id, user_id: user.id, role_id: roleId }),
    onSuccess: () => {
      tellDone(t('users.added', { name: user.name }))
      queries.invalidateQueries({ queryKey: api.companies.key })
      queries.invalidateQueries({ queryKey: api.invites.key })
      onClosed()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={t('users.add')} onClosed={onClosed}>
      {close => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            if (companyId !== undefined) adding.mutate(companyId)
          }}
        >
          <Text>{t('users.addText', { name: user.name })}</Text>
          {adding.error && (
            <Notice kind="stop">
              <ProblemText error={adding.error} />
            </Notice>
          )}
          <CompanySelect
            label={t('users.addCompany')}
            placeholder={t('users.addChoose')}
            id={companyId}
            onChange={setCompanyId}
          />
          <NativeSelect
            label={t('users.addRole')}
            data={commonRoles.map(id => ({ value: String(id), label: roleName({ role_id: id, role_name: null }) }))}
            value={String(roleId)}
            onChange={event => setRoleId(Number(event.currentTarget.value))}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" disabled={companyId === undefined} loading={adding.isPending}>
              {t('users.add')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
