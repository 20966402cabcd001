import { Box, Button, Group, NativeSelect, Text } from '@mantine/core'
import { IconUserShare } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { User } from '#shared/accounts/users.ts'
import { languages } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { CompanySelect } from '../companies/CompanySelect.tsx'
import { useUser } from '../lib/session/session.ts'
import { switchUser } from '../lib/session/signIn.ts'
import { useRoleName } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { RowPage } from '../ui/row/RowPage.tsx'
import sheet from '../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { UserForm } from './UserForm.tsx'

/** One person, for the platform's admins. */
export function UserPage() {
  const { t } = useTranslation()
  const { id } = useParams({ from: '/shell/users/$id' })
  const roleName = useRoleName()
  const yesOrNo = (is: boolean) => (is ? t('users.yes') : t('users.no'))
  return (
    <RowPage
      id={Number(id)}
      feature="users"
      subject="User"
      calls={api.users}
      back={{ to: '/users', text: t('users.title') }}
      fields={user => [
        { label: t('users.email'), value: user.email && <bdi>{user.email}</bdi> },
        {
          label: t('users.emailConfirmed'),
          value:
            user.email && (user.email_confirmed_at ? <LocalTime value={user.email_confirmed_at} /> : t('users.no')),
        },
        { label: t('users.userName'), value: user.user_name && <bdi>{user.user_name}</bdi> },
        {
          label: t('users.companies'),
          value: user.companies.length > 0 && (
            <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {user.companies.map(company => (
                <li key={company.id}>
                  <PathLink href={`/company/list/${company.id}`}>
                    <bdi>{company.name}</bdi>
                  </PathLink>
                  {` · ${roleName({ role_id: company.role_id, role_name: null })}`}
                </li>
              ))}
            </Box>
          ),
        },
        { label: t('users.isAdmin'), value: yesOrNo(user.is_admin) },
        { label: t('users.twoFactor'), value: yesOrNo(user.has_two_factor) },
        { label: t('users.guestUntil'), value: user.guest_until && <LocalTime value={user.guest_until} /> },
        { label: t('users.language'), value: languages.find(language => language.id === user.language_id)?.name },
        { label: t('users.timeZone'), value: user.time_zone },
        { label: t('users.lastSeen'), value: user.last_seen_at && <LocalTime value={user.last_seen_at} /> },
        { label: t('users.since'), value: <LocalTime value={user.created_at} as="date" /> },
      ]}
      form={(user, onClosed) => <UserForm user={user} onClosed={onClosed} />}
    >
      {user => !user.archived_at && <Acts user={user} />}
    </RowPage>
  )
}

/** What an admin can do in somebody's name or for them. */
function Acts({ user }: { user: User }) {
  const { t } = useTranslation()
  const me = useUser()
  const [isAdding, setAdding] = useState(false)
  const queries = useQueryClient()
  const switching = useMutation({ mutationFn: () => switchUser(user.id) })
  const ending = useMutation({
    mutationFn: () => api.users.endTwoFactor({ id: user.id }),
    onSuccess: () => tellDone(t('users.twoFactorEnded', { name: user.name })),
    onSettled: () => queries.invalidateQueries({ queryKey: api.users.key }),
  })
  return (
    <Group gap="0.5rem" mt="1.5rem">
      {!user.is_admin && user.id !== me?.id && (
        <ConfirmButton
          question={t('users.switchQuestion', { name: user.name })}
          confirmText={t('users.switch')}
          onConfirm={() => switching.mutate()}
          buttonProps={{ leftSection: <IconUserShare size={20} />, loading: switching.isPending }}
        >
          {t('users.switch')}
        </ConfirmButton>
      )}
      {user.has_two_factor && (
        <ConfirmButton
          question={t('users.endTwoFactorQuestion', { name: user.name })}
          confirmText={t('users.endTwoFactor')}
          onConfirm={() => ending.mutate()}
        >
          {t('users.endTwoFactor')}
        </ConfirmButton>
      )}
      {user.email && !user.guest_until && (
        <Button variant="default" onClick={() => setAdding(true)}>
          {t('users.add')}
        </Button>
      )}
      {isAdding && <AddToCompanySheet user={user} onClosed={() => setAdding(false)} />}
      <Button component={PathLink} href={`/audit?actor_id=${user.id}`} variant="default">
        {t('users.audit')}
      </Button>
    </Group>
  )
}

/** Every company has them; what others one has of its own, its managers give. */
const commonRoles = [roles.manager, roles.employee, roles.guest]

/** Makes somebody who has an account a member of a company; they are told by a notification and an email. */
function AddToCompanySheet({ user, onClosed }: { user: User; onClosed: () => void }) {
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
          className={sheet.form}
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
