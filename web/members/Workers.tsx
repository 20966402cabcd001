import { Button, Group, Skeleton } from '@mantine/core'
import { IconPrinter, IconQrcode, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
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

type EnrolmentCodeProps = {
  name: string
  offer: { address: string; expires_at: string }
  /** It was made for paper, where it lives for a week, and is printed as soon as it is there. */
  isCard: boolean
  isBusy: boolean
  onAgain: () => void
  onPrint: () => void
}

/** The longest that a browser can wait for at once. */
const maxWait = 2 ** 31 - 1

/**
 * The QR code that connects a worker's phone, once: on the screen for a quarter of an hour, on a printed card for seven
 * days.
 */
function EnrolmentCode({ name, offer, isCard, isBusy, onAgain, onPrint }: EnrolmentCodeProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [isOver, setOver] = useState(false)
  useEffect(() => {
    setOver(false)
    const left = new Date(offer.expires_at).getTime() - Date.now()
    const timer = setTimeout(() => setOver(true), Math.min(left, maxWait))
    return () => clearTimeout(timer)
  }, [offer.expires_at])
  // biome-ignore lint/correctness/useExhaustiveDependencies: each card is printed once, when it is drawn
  useEffect(() => {
    if (isCard) requestAnimationFrame(() => window.print())
  }, [isCard, offer.address])
  if (isOver) {
    return (
      <Notice kind="attention">
        {t('members.codeOver')}{' '}
        <Button size="compact-sm" variant="default" leftSection={<IconRefresh size={16} />} onClick={onAgain}>
          {t('members.newCode')}
        </Button>
      </Notice>
    )
  }
  return (
    <div className={styles.offer}>
      <div className={styles.code}>
        <QrCode text={offer.address} label={t('members.code', { name })} />
      </div>
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <p className={styles.dimmed}>
        {isCard
          ? t('members.cardText', { time: format.dateTime(offer.expires_at) })
          : t('members.codeText', { time: format.time(offer.expires_at) })}
      </p>
      <Group gap="xs">
        <Button variant="default" leftSection={<IconPrinter size={20} />} loading={isBusy} onClick={onPrint}>
          {t('members.printCard')}
        </Button>
      </Group>
    </div>
  )
}
