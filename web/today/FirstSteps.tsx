import { IconCircle, IconCircleCheck } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { api } from '../api.ts'
import { onDevice, storedText } from '../lib/storage.ts'
import { SampleData, useSamples } from '../samples/SampleData.tsx'
import { RowList, Section } from './Section.tsx'
import styles from './Today.module.css'

/** Marks on this device that the three steps of a company are done. */
const stored = (companyId: number) => storedText(onDevice, `tend_first_steps_${companyId}`)
const few = { per_page: 5 } as const

type Props = {
  companyId: number
  /** Somebody has completed a form. */
  hasSubmission: boolean
}

/** Lists what a new company needs first: people, a task, an answer. It disappears with the last of them. */
export function FirstSteps({ companyId, hasSubmission }: Props) {
  const isOver = stored(companyId).read() !== null
  return isOver ? null : <Steps companyId={companyId} hasSubmission={hasSubmission} />
}

function Steps({ companyId, hasSubmission }: Props) {
  const { t } = useTranslation()
  const members = useQuery(api.companies.members.query({ id: companyId, ...few }))
  const tasks = useQuery(api.tasks.list.query(few))
  const { samples } = useSamples(companyId)
  const steps = [
    { name: 'people', to: '/company/users', isDone: (members.data?.meta.total ?? 0) > 1 },
    {
      name: 'send',
      to: '/forms',
      // The sample is not one that somebody sent.
      isDone: (tasks.data?.meta.total ?? 0) > (samples?.tasks ?? 0),
    },
    { name: 'answers', to: '/submission', isDone: hasSubmission },
  ] as const
  const isOver = samples !== undefined && steps.every(step => step.isDone)
  useEffect(() => {
    if (isOver) stored(companyId).write('over')
  }, [isOver, companyId])
  if (!members.data || !tasks.data || !samples || isOver) return null
  return (
    <Section title={t('today.firstSteps.title')}>
      <RowList
        rows={steps.map(({ name, to, isDone }) => ({
          key: name,
          ...(!isDone && { to }),
          title: t(`today.firstSteps.${name}`),
          text: t(`today.firstSteps.${name}Text`),
          end: isDone ? (
            <IconCircleCheck
              className={styles.done}
              role="img"
              aria-hidden={false}
              aria-label={t('today.firstSteps.done')}
            />
          ) : (
            <IconCircle className={styles.open} />
          ),
        }))}
      />
      <SampleData companyId={companyId} />
    </Section>
  )
}
