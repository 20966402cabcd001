import { Button, Group, Skeleton, Text } from '@mantine/core'
import { IconPrinter, IconQrcode, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { type FieldPath, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { Worker } from '#shared/accounts/workers.ts'
import type { Member } from '#shared/companies/contract.ts'
import { languages } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ChoiceField, TextField } from '../ui/fields/formFields.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { useDraftForm } from '../ui/row/useDraftForm.ts'
import { SheetFooter, SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/ContentText.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
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

type Values = { name: string; user_name: string; role_id: number; language_id: string | null }
const blank: Values = { name: '', user_name: '', role_id: roles.employee, language_id: null }

/** Makes an account for somebody without e-mail, then shows the code that connects their phone. */
export function WorkerForm({ companyId, onClosed }: { companyId: number; onClosed: () => void }) {
  const { t } = useTranslation()
  const queries = useQueryClient()
  const { form, restart } = useDraftForm<Values>('worker', blank)
  const role = useController({ control: form.control, name: 'role_id' }).field
  const [worker, setWorker] = useState<Worker>()
  const making = useMutation({
    mutationFn: ({ language_id, user_name, ...values }: Values) =>
      api.workers.create({
        id: companyId,
        ...values,
        user_name: user_name || suggestUserName(values.name),
        ...(language_id && { language_id: Number(language_id) }),
      }),
    onSuccess(made) {
      queries.invalidateQueries({ queryKey: api.companies.key })
      restart()
      setWorker(made)
    },
    onError(error) {
      if (!(error instanceof RequestError)) return
      for (const [field, texts] of Object.entries(error.errors))
        if (field in blank) form.setError(field as FieldPath<Values>, { message: texts.join(' ') })
    },
  })
  if (worker) {
    return (
      <SideSheet title={worker.name} onClosed={onClosed}>
        {close => (
          <div className={styles.sheet}>
            <Notice kind="ok">{t('members.workerMade', { name: worker.name, userName: worker.user_name })}</Notice>
            <WorkerPhones companyId={companyId} member={worker} isNew />
            <SheetFooter>
              <Button onClick={close}>{t('common.close')}</Button>
            </SheetFooter>
          </div>
        )}
      </SideSheet>
    )
  }
  return (
    <SideSheet
      title={t('members.addWorker')}
      onClosed={onClosed}
      hasUnsaved={form.formState.isDirty}
      onDiscard={() => restart()}
    >
      {close => (
        <form className={styles.sheet} noValidate onSubmit={form.handleSubmit(values => making.mutate(values))}>
          <Text>{t('members.workerText')}</Text>
          {making.error && (
            <Notice kind="stop">
              <ProblemText error={making.error} />
            </Notice>
          )}
          <TextField form={form} name="name" label={t('members.name')} required maxLength={200} />
          <TextField
            form={form}
            name="user_name"
            label={t('members.userName')}
            description={t('members.userNameHint', { example: suggestUserName(form.watch('name') ?? '') })}
            maxLength={40}
          />
          <RoleSelect label={t('members.role')} value={role.value} onChange={role.onChange} except={[roles.admin]} />
          <ChoiceField
            form={form}
            name="language_id"
            label={t('members.language')}
            choices={languages.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={making.isPending}>
              {t('members.makeWorker')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

/** A user name out of a name, of the letters and figures that one may have: "Ágnes Kovács" gives "ágnes.kovács". */
function suggestUserName(name: string): string {
  const words = name.toLocaleLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []
  return words.join('.').slice(0, 40)
}
