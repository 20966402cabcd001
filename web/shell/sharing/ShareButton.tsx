import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconShare } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Share } from '#shared/shares/contract.ts'
import type { ReadableKind } from '#shared/shares/rules.ts'
import { api } from '../../api.ts'
import { errorText } from '../../lib/errorText.ts'
import { useFormat } from '../../lib/format.ts'
import { useSite } from '../../lib/site.ts'
import { ConfirmButton } from '../../ui/ConfirmButton.tsx'
import { ErrorState } from '../../ui/ErrorState.tsx'
import { Select } from '../../ui/floatingParts.tsx'
import { Notice } from '../../ui/Notice.tsx'
import sheet from '../../ui/SideSheet.module.css'
import { SheetFooter, SideSheet } from '../../ui/SideSheet.tsx'

/** Shares something by a link, for people who may. */
export function ShareButton({ kind, id }: { kind: ReadableKind; id: number }) {
  const { t } = useTranslation()
  const [isSharing, setSharing] = useState(false)
  return (
    <>
      <Button variant="default" leftSection={<IconShare size={20} />} onClick={() => setSharing(true)}>
        {t('publicLink.share')}
      </Button>
      {isSharing && <ShareSheet kind={kind} id={id} onClosed={() => setSharing(false)} />}
    </>
  )
}

const spans = ['7', '30', '90', '365'] as const
const day = 24 * 3600_000

type Subject = { kind: ReadableKind; id: number }

/** Sharing something to read by a link: the links that live, and a new one. */
function ShareSheet({ kind, id, onClosed }: Subject & { onClosed: () => void }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const site = useSite()
  const living = useQuery(api.shares.of.query({ kind, subject_id: id }))
  const [days, setDays] = useState<string>('30')
  const [pin, setPin] = useState('')
  const making = useMutation({
    mutationFn: () =>
      api.shares.create({
        ...{ kind, subject_id: id },
        expires_at: new Date(Date.now() + Number(days) * day).toISOString(),
        pin: pin || null,
      }),
    onSuccess: () => setPin(''),
    onSettled: () => queries.invalidateQueries({ queryKey: api.shares.key }),
  })
  return (
    <SideSheet title={t('shares.title')} onClosed={onClosed} hasUnsaved={pin !== ''}>
      {close => (
        <div className={sheet.stack}>
          <p>
            {t(`shares.intro.${kind}`)} {kind === 'report' && site !== null && t('common.containsAllSites')}
          </p>
          {making.error && <Notice kind="stop">{errorText(making.error, t)}</Notice>}
          <Select
            label={t('shares.livesFor')}
            data={spans.map(value => ({ value, label: format.number(Number(value), dayUnit) }))}
            value={days}
            allowDeselect={false}
            onChange={value => setDays(value ?? '30')}
          />
          <TextInput
            label={t('shares.pin')}
            description={t('shares.pinHint')}
            inputMode="numeric"
            maxLength={12}
            autoComplete="off"
            value={pin}
            onChange={event => setPin(event.currentTarget.value)}
          />
          <Button loading={making.isPending} onClick={() => making.mutate()}>
            {t('shares.make')}
          </Button>
          {living.error && <ErrorState error={living.error} onRetry={living.refetch} />}
          {living.data?.map(share => (
            <Living key={share.id} kind={kind} share={share} />
          ))}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.close')}
            </Button>
          </SheetFooter>
        </div>
      )}
    </SideSheet>
  )
}

const dayUnit = { style: 'unit', unit: 'day', unitDisplay: 'long' } as const

function Living({ kind, share }: { kind: ReadableKind; share: Share }) {
  const { t } = useTranslation()
  const format = useFormat()
  const queries = useQueryClient()
  const ending = useMutation({
    mutationFn: () => api.shares.remove({ kind, id: share.id }),
    onSettled: () => queries.invalidateQueries({ queryKey: api.shares.key }),
  })
  return (
    <section aria-label={t('shares.link')}>
      {ending.error && <Notice kind="stop">{errorText(ending.error, t)}</Notice>}
      <TextInput
        label={t('shares.link')}
        description={[
          t('shares.until', { date: format.dateTime(share.expires_at) }),
          share.has_pin && t('shares.withPin'),
          t('shares.opened', { number: format.number(share.opened) }),
        ]
          .filter(Boolean)
          .join(' · ')}
        readOnly
        dir="ltr"
        value={share.address}
        onFocus={event => event.currentTarget.select()}
      />
      <Button.Group mt="xs">
        <CopyButton value={share.address} timeout={2000}>
          {({ copied, copy }) => (
            <Button variant="default" onClick={copy}>
              {copied ? t('publicLink.copied') : t('publicLink.copy')}
            </Button>
          )}
        </CopyButton>
        <ConfirmButton
          question={t(`shares.list.questions.${kind}`)}
          confirmText={t('publicLink.revoke')}
          onConfirm={() => ending.mutate()}
        >
          {t('publicLink.revoke')}
        </ConfirmButton>
      </Button.Group>
    </section>
  )
}
