import { Button } from '@mantine/core'
import { IconCamera, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { localTime } from '#shared/lib/localTime.ts'
import { useAbility, useIsAdmin } from '../lib/ability.tsx'
import { useUser } from '../lib/session/session.ts'
import { ownCompanies, useCompany, useCompanyFormat } from '../shell/company.ts'
import { NoTasks } from '../tasks/TaskCard.tsx'
import { lazyPart, lazyParts } from '../ui/lazyPart.tsx'
import { PageHeader } from '../ui/page/PageHeader.tsx'
import { AdministratorStart } from './AdministratorStart.tsx'
import { ManagerToday } from './ManagerToday.tsx'
import styles from './Today.module.css'
import { WorkerToday } from './WorkerToday.tsx'

const ReportSheet = lazyPart(() => import('../filling/report/ReportSheet.tsx').then(part => part.ReportSheet))
const several = lazyParts(() => import('./OtherCompanies.tsx'))
const OtherCompanies = several(part => part.OtherCompanies)
const CompanyMark = several(part => part.CompanyMark)
const TaskForm = lazyPart(() => import('../tasks/form/TaskForm.tsx').then(part => part.TaskForm))

/** The home of every role: what needs this person comes first. */
export function TodayPage() {
  const { t } = useTranslation()
  const can = useAbility()
  const [isAdding, setAdding] = useState(false)
  const [isReporting, setReporting] = useState(false)
  const user = useUser()
  const company = useCompany()
  const { isInSeveral, mayBeInSeveral } = useSeveralCompanies()
  if (!user) return null
  const isAtWork = user.company_id !== null
  const ofSomebodyElse = { company_id: user.company_id, user_id: null, status: 'complete' }
  const isOverseer = isAtWork && (can('read', 'Task') || can('read', 'Submission', ofSomebodyElse))
  const isWorker = isAtWork && can('read', 'SentTask')
  const others = mayBeInSeveral && <OtherCompanies isInSeveral={isInSeveral} />
  return (
    <>
      <PageHeader
        title={t('today.title')}
        actions={
          isAtWork &&
          (can('create', 'Task') ? (
            <Button variant="default" leftSection={<IconPlus size={20} />} onClick={() => setAdding(true)}>
              {t('tasks.add')}
            </Button>
          ) : (
            isWorker &&
            can('create', 'Submission') && (
              <Button variant="default" leftSection={<IconCamera size={20} />} onClick={() => setReporting(true)}>
                {t('filling.report.title')}
              </Button>
            )
          ))
        }
      >
        <Greeting name={user.name} />
        {isInSeveral && company && (
          <div className={styles.here}>
            <CompanyMark company={company} />
          </div>
        )}
      </PageHeader>
      {isOverseer ? (
        <ManagerToday others={others} />
      ) : isWorker ? (
        <WorkerToday others={others} />
      ) : !isAtWork && can('manage', 'Company') ? (
        <AdministratorStart />
      ) : (
        <div className={styles.aside}>
          <NoTasks />
          {others}
        </div>
      )}
      {isAdding && <TaskForm onClosed={() => setAdding(false)} />}
      {isReporting && <ReportSheet onClosed={() => setReporting(false)} />}
    </>
  )
}

/**
 * Whether the person works in other companies too. The navigation has asked for the companies anyway; where that
 * failed, they may, and what the device keeps decides.
 */
function useSeveralCompanies(): { isInSeveral: boolean; mayBeInSeveral: boolean } {
  const isAdmin = useIsAdmin()
  const { data, error } = useQuery(ownCompanies())
  const isInSeveral = !isAdmin && data !== undefined && data.data.length > 1
  return { isInSeveral, mayBeInSeveral: isInSeveral || (!isAdmin && !data && error !== null) }
}

/** The time of day, the person and the date. */
function Greeting({ name }: { name: string }) {
  const { t } = useTranslation()
  const format = useCompanyFormat()
  const now = Date.now()
  const hour = hourIn(format.timeZone, now)
  const part = hour < 5 ? 'night' : hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening'
  return (
    <div className={styles.greeting}>
      <p className={styles.greetingWords}>{t(`today.greeting.${part}`, { name })}</p>
      <p>{format.weekday(now)}</p>
    </div>
  )
}

const hourIn = (timeZone: string | undefined, moment: number) => Number(localTime(moment, timeZone).slice(11, 13))
