import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { refreshUser } from '../lib/session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './SheetForm.module.css'

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
