/** What changes who may come in, or ends the company. Each says first what follows; deleting asks for the name and the password. */

import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Company } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { Can, useAbility, useIsAdmin } from '../lib/ability.tsx'
import { refreshUser } from '../lib/session/session.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './DangerZone.module.css'
import { DeleteSheet } from './DeleteSheet.tsx'
import { HandOverSheet } from './HandOverSheet.tsx'

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
