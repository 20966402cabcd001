import { Button, Skeleton } from '@mantine/core'
import { IconQrcode } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { EnrolmentCode } from './EnrolmentCode.tsx'
import styles from './Members.module.css'

type Props = {
  companyId: number
  member: Pick<Member, 'id' | 'name'>
  /** The account was just made: the code is what its maker waits for. */
  isNew?: boolean
}

/** The phones on which a worker without e-mail can sign in, and a QR code for another. */
export function WorkerPhones({ companyId, member, isNew = false }: Props) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const of = { id: companyId, user_id: member.id }
  const phones = useQuery(api.workers.phones.query(of))
  const offering = useMutation({ mutationFn: (printed: boolean) => api.workers.offer({ ...of, printed }) })
  const { mutate: offer } = offering
  useEffect(() => {
    if (isNew) offer(false)
  }, [isNew, offer])
  const ending = useMutation({
    mutationFn: (id: number) => api.workers.endPhone({ ...of, enrolment_id: id }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.workers.phones.key }),
  })
  return (
    <section className={styles.phones} aria-labelledby="phones">
      <h3 id="phones" className={styles.heading}>
        {t('members.phones')}
      </h3>
      {phones.isPending && <Skeleton height={44} />}
      {phones.data?.length === 0 && <p className={styles.dimmed}>{t('members.noPhones')}</p>}
      {phones.data && phones.data.length > 0 && (
        <ul className={styles.list}>
          {phones.data.map(phone => (
            <li key={phone.id} className={styles.phone}>
              <span>
                <bdi>{phone.device ?? t('members.phone')}</bdi>
                <p className={styles.dimmed}>
                  {t('members.lastUsed')} <LocalTime value={phone.last_used_at ?? phone.enrolled_at} as="relative" />
                </p>
              </span>
              <ConfirmButton
                question={t('members.endPhoneQuestion', { name: member.name })}
                confirmText={t('members.endPhone')}
                onConfirm={() => ending.mutate(phone.id)}
              >
                {t('members.endPhone')}
              </ConfirmButton>
            </li>
          ))}
        </ul>
      )}
      {offering.data ? (
        <EnrolmentCode
          name={member.name}
          offer={offering.data}
          isCard={offering.variables}
          isBusy={offering.isPending}
          onAgain={() => offer(false)}
          onPrint={() => offer(true)}
        />
      ) : (
        <div>
          <Button
            variant="default"
            leftSection={<IconQrcode size={20} />}
            loading={offering.isPending}
            onClick={() => offer(false)}
          >
            {t('members.showCode')}
          </Button>
        </div>
      )}
    </section>
  )
}
