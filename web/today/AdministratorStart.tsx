import { Button } from '@mantine/core'
import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { useHasMail } from '../lib/session/session.ts'
import { onDevice, storedText } from '../lib/storage.ts'
import { PathLink } from '../ui/PathLink.tsx'
import { RowList, Section } from './Section.tsx'
import styles from './Today.module.css'

/** What an administrator said once, on this device. */
function useNoted(key: string): [isNoted: boolean, note: () => void] {
  const stored = storedText(onDevice, key)
  const [isNoted, setNoted] = useState(() => stored.read() !== null)
  const note = () => {
    stored.write('yes')
    setNoted(true)
  }
  return [isNoted, note]
}

/** The administrator's home while no company is open: what a new installation still needs, and the companies. */
export function AdministratorStart() {
  const { t } = useTranslation()
  const hasMail = useHasMail()
  const companies = useQuery(api.companies.list.query({ per_page: 5 }))
  const [isForOthers, setForOthers] = useNoted('tend_administers_for_others')
  const [isBackedUp, setBackedUp] = useNoted('tend_backups_arranged')
  if (!companies.data) return null
  const hasCompany = companies.data.meta.total > 0
  const isSecure = location.protocol === 'https:'
  const steps = [
    ...(isForOthers && !hasCompany ? [] : [{ name: 'company', isDone: hasCompany, to: '/company/setup' } as const]),
    { name: 'email', isDone: hasMail } as const,
    { name: 'address', isDone: isSecure } as const,
    { name: 'backup', isDone: isBackedUp } as const,
  ]
  const isOver = steps.every(({ isDone }) => isDone)
  return (
    <div className={styles.aside}>
      {!isOver && (
        <Section title={t('today.installation.title')}>
          <RowList
            rows={steps.map(({ name, isDone, ...step }) => ({
              key: name,
              ...(!isDone && step),
              title: t(`today.installation.${name}`),
              text: isDone ? undefined : t(`today.installation.${name}Text`),
              end: isDone ? (
                <IconCircleCheck
                  className={styles.done}
                  role="img"
                  aria-hidden={false}
                  aria-label={t('today.firstSteps.done')}
                />
              ) : name === 'company' ? (
                <Button variant="subtle" size="sm" onClick={setForOthers}>
                  {t('today.installation.forOthers')}
                </Button>
              ) : name === 'backup' ? (
                <Button variant="subtle" size="sm" onClick={setBackedUp}>
                  {t('today.installation.backedUp')}
                </Button>
              ) : (
                <IconCircle className={styles.open} />
              ),
            }))}
          />
        </Section>
      )}
      {(hasCompany || isForOthers) && (
        <Section title={t('shell.places.companies')} more={{ to: '/company/list', text: t('companies.all') }}>
          {hasCompany ? (
            <RowList
              rows={companies.data.data.map(({ id, name }) => ({
                key: id,
                to: `/company/list/${id}`,
                title: <bdi>{name}</bdi>,
              }))}
            />
          ) : (
            <p>
              {t('companies.noneYetText')} <PathLink href="/company/setup">{t('companies.add')}</PathLink>
            </p>
          )}
        </Section>
      )}
    </div>
  )
}
