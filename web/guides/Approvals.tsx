import { Button } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import type { GuideDetail } from '#shared/guides/contract.ts'
import type { ApprovalStep } from '#shared/guides/rules.ts'
import { api } from '../api.ts'
import { useAbility } from '../lib/ability.tsx'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { useUser } from '../lib/session/session.ts'
import { Notice } from '../ui/Notice.tsx'
import { StatusBadge } from '../ui/StatusBadge.tsx'
import { tellDone } from '../ui/toast.tsx'
import styles from './GuidePage.module.css'

type Props = {
  guide: GuideDetail
  /**
   * Saves unsent changes, so that the check is of the text on the screen. Returns whether the server has everything.
   */
  beforeAsking?: () => Promise<boolean>
}

/** Who checks and approves the next version, who has, and the button for the person whose turn it is. */
export function Approvals({ guide, beforeAsking }: Props) {
  const { t } = useTranslation()
  const format = useFormat()
  const can = useAbility()
  const queries = useQueryClient()
  const user = useUser()
  const onSuccess = (answer: GuideDetail | null) => {
    if (!answer) return
    queries.setQueryData(api.guides.get.query({ id: guide.id }).queryKey, answer)
    queries.invalidateQueries({ queryKey: api.guides.all.key })
  }
  const approving = useMutation({
    mutationFn: (step: ApprovalStep) => api.guides.approve({ id: guide.id, step, revision: guide.revision }),
    onSuccess,
    // Somebody changed the guide: the version to check is shown again.
    onError: () => queries.invalidateQueries({ queryKey: api.guides.get.key }),
  })
  const asking = useMutation({
    mutationFn: async () => ((await beforeAsking?.()) === false ? null : api.guides.ask({ id: guide.id })),
    onSuccess(answer) {
      onSuccess(answer)
      if (answer) tellDone(t('guides.asked'))
    },
  })
  const { approvals } = guide
  if (approvals.length === 0 || !guide.has_unpublished_changes || guide.archived_at) return null
  const missing = approvals.filter(({ approved_at }) => approved_at === null)
  const isNext = (step: ApprovalStep) => step === 'checked' || missing.every(one => one.step === 'approved')
  const mine = missing.find(({ user_id, step }) => user_id === user?.id && isNext(step))
  const problem = approving.error ?? asking.error
  return (
    <section className={styles.approvalsCare} aria-labelledby="guide-approvals">
      <h2 id="guide-approvals">{t('guides.approvals')}</h2>
      {problem && <Notice kind="stop">{errorText(problem, t)}</Notice>}
      <ul className={styles.approvalsRows}>
        {approvals.map(({ step, user_id, name, approved_at }) => (
          <li key={`${step} ${user_id}`}>
            <span>
              {t(`guides.step.${step}`)} · <bdi>{name}</bdi>
            </span>
            {approved_at ? (
              <StatusBadge status="ok">{format.dateTime(approved_at)}</StatusBadge>
            ) : (
              <StatusBadge status="attention">{t('guides.notYet')}</StatusBadge>
            )}
          </li>
        ))}
      </ul>
      <p>{t('guides.approvalsBegin')}</p>
      <div className={styles.deeds}>
        {mine && (
          <Button loading={approving.isPending} onClick={() => approving.mutate(mine.step)}>
            {t(mine.step === 'checked' ? 'guides.sayChecked' : 'guides.sayApproved')}
          </Button>
        )}
        {missing.length > 0 && can('update', 'Guide', guide) && (
          <Button variant="default" loading={asking.isPending} onClick={() => asking.mutate()}>
            {t('guides.ask')}
          </Button>
        )}
      </div>
    </section>
  )
}
