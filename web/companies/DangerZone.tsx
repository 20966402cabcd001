/** What changes who may come in, or ends the company. Each says first what follows; deleting asks for the name and the password. */
import { Button, Text, TextInput } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { Can, useAbility, useIsAdmin } from '../lib/ability.tsx'
import { refreshUser } from '../lib/session/session.ts'
import { MemberSelect } from '../members/MemberSelect.tsx'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './Companies.module.css'

export function DangerZone({ company }: { company: Company }) {
  const { t } = useTranslation()
  const isAdmin = useIsAdmin()
  const can = useAbility()
  const [shown, setShown] = useState<'handOver' | 'delete'>()
  const quitting = useMutation({
    mutationFn: () => api.companies.quit({ id: company.id }),
    onSuccess: async () => {
      tellDone(t('companies.quitDone', { name: company.name }))
      await refreshUser()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <section className={styles.zone} aria-labelledby="danger">
      <h2 id="danger" className={styles.title}>
        {t('companies.danger')}
      </h2>
      {quitting.error && (
        <div className={styles.problem}>
          <Notice kind="stop">
            <ProblemText error={quitting.error} />
          </Notice>
        </div>
      )}
      {!isAdmin && can('update', 'Member') && (
        <Act title={t('companies.handOver')} text={t('companies.handOverText')}>
          <Button variant="default" onClick={() => setShown('handOver')}>
            {t('companies.handOver')}
          </Button>
        </Act>
      )}
      {!isAdmin && (
        <Act title={t('companies.quit')} text={t('companies.quitText')}>
          <ConfirmButton
            question={t('companies.quitQuestion', { name: company.name })}
            confirmText={t('companies.quit')}
            onConfirm={() => quitting.mutate()}
            buttonProps={{ loading: quitting.isPending }}
          >
            {t('companies.quit')}
          </ConfirmButton>
        </Act>
      )}
      <Can I="delete" a="Company" row={company}>
        <Act title={t('companies.delete')} text={t('companies.deleteText')}>
          <Button variant="default" c="var(--tend-stop)" onClick={() => setShown('delete')}>
            {t('companies.delete')}
          </Button>
        </Act>
      </Can>
      {shown === 'handOver' && <HandOverSheet company={company} onClosed={() => setShown(undefined)} />}
      {shown === 'delete' && <DeleteSheet company={company} onClosed={() => setShown(undefined)} />}
    </section>
  )
}

function Act({ title, text, children }: { title: string; text: string; children: ReactNode }) {
  return (
    <div className={styles.act}>
      <div className={styles.words}>
        <h3 className={styles.name}>{title}</h3>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </div>
  )
}

/** Makes somebody else the manager, and oneself what one will be from then on. */
function HandOverSheet({ company, onClosed }: { company: Company; onClosed: () => void }) {
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

type Props = { company: Pick<Company, 'id' | 'name'>; onClosed: () => void; onDeleted?: () => void }

/** Deletes a company once its name was written: nobody does that by mistake. The server asks for the password. */
export function DeleteSheet({ company, onClosed, onDeleted }: Props) {
  const { t } = useTranslation()
  const [name, setName] = useState('')
  const isSame = name.trim() === company.name.trim()
  const deleting = useMutation({
    mutationFn: () => api.companies.remove({ id: company.id }),
    onSuccess: async () => {
      tellDone(t('companies.deleted', { name: company.name }))
      onDeleted?.()
      await refreshUser()
      onClosed()
    },
    // Said in place, below.
    onError: () => undefined,
  })
  return (
    <SideSheet title={t('companies.delete')} onClosed={onClosed}>
      {close => (
        <form
          className={styles.form}
          onSubmit={event => {
            event.preventDefault()
            if (isSame) deleting.mutate()
          }}
        >
          <Notice kind="attention">{t('companies.deleteMeaning', { name: company.name })}</Notice>
          {deleting.error && (
            <Notice kind="stop">
              <ProblemText error={deleting.error} />
            </Notice>
          )}
          <TextInput
            label={t('companies.deleteName', { name: company.name })}
            autoComplete="off"
            value={name}
            onChange={event => setName(event.currentTarget.value)}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" color="red" disabled={!isSame} loading={deleting.isPending}>
              {t('companies.delete')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}
