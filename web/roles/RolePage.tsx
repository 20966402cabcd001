import { Button, NativeSelect, Radio, Stack } from '@mantine/core'
import { IconArchive, IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Role } from '#shared/companies/roles.ts'
import { startingRules } from '#shared/customRoles.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { ErrorState } from '../ui/ErrorState.tsx'
import { TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { PageHeader, PageSkeleton } from '../ui/page/PageHeader.tsx'
import { ArchivedNotice, useArchive } from '../ui/row/ArchivedNotice.tsx'
import { ConflictNotice } from '../ui/row/ConflictNotice.tsx'
import { useRowForm } from '../ui/row/useRowForm.ts'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import { matrixOf, rulesOf } from './matrix.ts'
import { useGivableRoles, useOwnRoles } from './queries.ts'
import { RoleMatrix } from './RoleMatrix.tsx'
import { RoleSentences } from './RoleSentences.tsx'
import styles from './Roles.module.css'

/** One of the company's own roles, or a new one. */
export function RolePage() {
  const { id } = useParams({ from: '/shell/company/roles/$id' })
  const isNew = id === 'new'
  const { data: role, error, refetch } = useQuery({ ...api.roles.get.query({ id: Number(id) }), enabled: !isNew })
  if (isNew) return <RoleEditor key="new" row={undefined} />
  if (role) return <RoleEditor key={role.id} row={role} />
  return error ? <ErrorState error={error} onRetry={refetch} /> : <PageSkeleton />
}

const standings = ['above_employee', 'below_employee'] as const
type Values = Pick<Role, 'name' | 'standing' | 'rules'>

const valuesOf = (role: Role | undefined): Values => ({
  name: role?.name ?? '',
  standing: role?.standing ?? 'below_employee',
  // A new one begins with what an employee may.
  rules: role?.rules ?? startingRules(roles.employee),
})

/** Edits the name, rank and permissions of a role. */
function RoleEditor({ row: role }: { row: Role | undefined }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const queries = useQueryClient()
  const leave = () => {
    queries.invalidateQueries({ queryKey: api.roles.key })
    navigate({ to: '/company/roles' })
  }
  const rowForm = useRowForm<Values, Role>({
    name: 'role',
    row: role,
    valuesOf,
    save: ({ standing, ...values }, base) =>
      base
        ? api.roles.update({ ...values, id: base.id, revision: base.revision })
        : api.roles.create({ ...values, standing }),
    onSaved(saved) {
      tellDone(t('roles.saved', { name: saved.name }))
      leave()
    },
  })
  // Said in place, with who has the role.
  const { archive, restore, isArchiving, error } = useArchive('roles', api.roles, '/company/roles', () => undefined)
  const { form, conflict, problem } = rowForm
  const rules = form.watch('rules')
  const matrix = useMemo(() => matrixOf(rules), [rules])
  const [isOpen, setOpen] = useState(false)
  const isInUse = error instanceof RequestError && error.code === 'in_use'

  return (
    <>
      <PageHeader
        title={role?.name ?? t('roles.add')}
        back={{ to: '/company/roles', text: t('roles.title') }}
        actions={
          role &&
          !role.archived_at && (
            <Button
              variant="default"
              leftSection={<IconArchive size={20} />}
              loading={isArchiving}
              onClick={() => archive(role)}
            >
              {t('common.archive')}
            </Button>
          )
        }
      >
        {role && t('roles.changesAtOnce', { count: role.member_count })}
      </PageHeader>
      <form
        className={styles.form}
        noValidate
        onSubmit={event => {
          event.preventDefault()
          rowForm.onSubmit()
        }}
      >
        {role?.archived_at && (
          <ArchivedNotice at={role.archived_at}>
            <Button variant="default" size="sm" onClick={() => restore(role)}>
              {t('common.restore')}
            </Button>
          </ArchivedNotice>
        )}
        {error && (
          <Notice kind="stop">{isInUse && role ? <RoleUsers role={role} /> : <ProblemText error={error} />}</Notice>
        )}
        {rowForm.wasRestored && (
          <Notice kind="info">
            {t('common.restored')}{' '}
            <Button size="compact-sm" variant="default" onClick={rowForm.discard}>
              {t('common.startOver')}
            </Button>
          </Notice>
        )}
        {conflict && (
          <ConflictNotice
            differences={conflict.fields.map(field => ({
              field,
              label: field === 'name' ? t('roles.name') : t('roles.matrix'),
              mine:
                field === 'rules' ? t('roles.ruleCount', { count: conflict.mine.rules.length }) : conflict.mine.name,
              theirs:
                field === 'rules'
                  ? t('roles.ruleCount', { count: conflict.theirs.rules.length })
                  : conflict.theirs.name,
            }))}
            onKeepMine={conflict.keepMine}
            onTakeTheirs={conflict.takeTheirs}
          />
        )}
        {problem !== undefined && (
          <Notice kind="stop">
            <ProblemText error={problem} />
          </Notice>
        )}
        <div className={styles.narrow}>
          <TextField form={form} name="name" label={t('roles.name')} required maxLength={200} />
          {!role && (
            <StartSelect
              onChosen={copied => {
                form.setValue('rules', copied.rules, { shouldDirty: true })
                if (copied.standing) form.setValue('standing', copied.standing, { shouldDirty: true })
              }}
            />
          )}
          {!role && (
            <Radio.Group
              label={t('roles.standing')}
              description={t('roles.standingMeaning')}
              value={form.watch('standing')}
              onChange={value =>
                form.setValue('standing', standings.find(one => one === value) ?? 'below_employee', {
                  shouldDirty: true,
                })
              }
            >
              <Stack gap="xs" mt="xs">
                {standings.map(standing => (
                  <Radio key={standing} value={standing} label={t(`roles.standings.${standing}`)} />
                ))}
              </Stack>
            </Radio.Group>
          )}
        </div>
        <section aria-labelledby="role-may">
          <h2 id="role-may" className={styles.heading}>
            {t('roles.matrix')}
          </h2>
          <RoleSentences matrix={matrix} />
          <Button
            variant="default"
            size="sm"
            aria-expanded={isOpen}
            leftSection={isOpen ? <IconChevronUp size={18} /> : <IconChevronDown size={18} />}
            onClick={() => setOpen(!isOpen)}
          >
            {t('roles.exceptions')}
          </Button>
        </section>
        {isOpen && (
          <RoleMatrix matrix={matrix} onChange={next => form.setValue('rules', rulesOf(next), { shouldDirty: true })} />
        )}
        <div className={styles.foot}>
          <Button variant="default" onClick={leave}>
            {t('common.cancel')}
          </Button>
          <Button type="submit" loading={rowForm.isSaving}>
            {t('common.save')}
          </Button>
        </div>
      </form>
    </>
  )
}

type StartSelectProps = { onChosen: (copied: { rules: Role['rules']; standing?: Role['standing'] }) => void }

/** The role of which a new one is a copy. */
function StartSelect({ onChosen }: StartSelectProps) {
  const { t } = useTranslation()
  const own = useOwnRoles() ?? []
  const offered = useGivableRoles()
  const [from, setFrom] = useState<number>(roles.employee)
  return (
    <NativeSelect
      label={t('roles.startFrom')}
      data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
      value={String(from)}
      onChange={event => {
        const id = Number(event.currentTarget.value)
        setFrom(id)
        onChosen(own.find(one => one.id === id) ?? { rules: startingRules(id) })
      }}
    />
  )
}

/** Why a role cannot be removed: who has it, and where they get another. */
function RoleUsers({ role }: { role: Role }) {
  const { t } = useTranslation()
  const format = useFormat()
  const id = useUser()?.company_id ?? 0
  const members = useQuery(api.companies.members.query({ id, role_id: role.id, per_page: 5, sort: 'name' }))
  const total = members.data?.meta.total ?? 0
  const names = members.data?.data.map(member => member.name) ?? []
  const rest = total - names.length
  const said = rest > 0 ? [...names, t('roles.andOthers', { count: rest })] : names
  return total > 0 ? (
    <>
      {t('roles.inUse', { count: total, names: format.list(said) })}
      <p className={styles.users}>
        <PathLink href={`/company/users?role_id=${role.id}`}>{t('roles.giveOthers')}</PathLink>
      </p>
    </>
  ) : (
    <>
      {t('roles.invited')}
      <p className={styles.users}>
        <PathLink href="/company/users/invitations?state=pending">{t('roles.seeInvitations')}</PathLink>
      </p>
    </>
  )
}
