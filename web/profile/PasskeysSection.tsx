import endpoints from 'virtual:endpoints/passkeys'
import { Button, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Passkey, passkeys as passkeyCalls } from '#shared/accounts/passkeys.ts'
import type { contracts } from '#shared/contracts.ts'
import type { ResultOf } from '#shared/lib/contract.ts'
import { createApi } from '../api.ts'
import { errorText } from '../lib/errorText.ts'
import { useFormat } from '../lib/format.ts'
import { RequestError } from '../lib/requestError.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { deviceName } from './deviceName.ts'
import styles from './Profile.module.css'
import { Section } from './ProfilePage.tsx'

const ceremony = () => import('../lib/session/passkey.ts')

type Props = {
  passkeys: ResultOf<typeof passkeyCalls.list>
  /** The only one is the last second factor, and a company demands one. */
  isLast: boolean
  /** One was added; recovery codes, if it is the first second factor. */
  onAdded: (recoveryCodes: string[]) => void
  onChanged: () => void
}

/** The passkeys of the account: adding one here, renaming and removing them. */
export function PasskeysSection({ passkeys: { address, passkeys }, isLast, onAdded, onChanged }: Props) {
  const { t } = useTranslation()
  const [isAdding, setAdding] = useState(false)
  return (
    <Section title={t('profile.passkeys.title')} text={t('profile.passkeys.text')}>
      {passkeys.length > 0 && (
        <ul className={styles.rows}>
          {passkeys.map(passkey => (
            <PasskeyRow key={passkey.id} passkey={passkey} isLast={isLast} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {isLast && <p className={styles.small}>{t('profile.twoFactor.required')}</p>}
      {address !== location.origin ? (
        <p className={styles.small}>
          <Elsewhere address={address} />
        </p>
      ) : !('PublicKeyCredential' in window) ? (
        <p className={styles.small}>{t('profile.passkeys.unsupported')}</p>
      ) : isAdding ? (
        <AddPasskey
          onAdded={codes => {
            setAdding(false)
            onAdded(codes)
          }}
          onCancel={() => setAdding(false)}
        />
      ) : (
        <div>
          <Button variant="default" onClick={() => setAdding(true)}>
            {t('profile.passkeys.add')}
          </Button>
        </div>
      )}
    </Section>
  )
}

/** Without a name of its own, tend has passkeys on its own machine alone, which means nothing to people elsewhere. */
function Elsewhere({ address }: { address: string | null }) {
  const { t } = useTranslation()
  const isElsewhere = address && (!/localhost/.test(address) || location.hostname === '127.0.0.1')
  return <>{isElsewhere ? t('profile.passkeys.elsewhere', { address }) : t('problem.passkeys_unavailable')}</>
}

type AddPasskeyProps = { onAdded: (recoveryCodes: string[]) => void; onCancel: () => void }

/** Names the device, and has the browser make a passkey. */
function AddPasskey({ onAdded, onCancel }: AddPasskeyProps) {
  const { t } = useTranslation()
  const [name, setName] = useState(deviceName(navigator.userAgent) ?? '')
  const adding = useMutation({
    async mutationFn() {
      const { options } = await ownPasskeys.start()
      const { isKnownHere, makePasskey } = await ceremony()
      const made = await makePasskey(options).catch(cause => {
        throw new Error(t(isKnownHere(cause) ? 'profile.passkeys.known' : 'profile.passkeys.cancelled'))
      })
      return ownPasskeys.create({ ...made, name: name.trim() })
    },
    onSuccess: ({ recovery_codes }) => onAdded(recovery_codes),
    onError: () => undefined,
  })
  const { error } = adding
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        adding.mutate()
      }}
    >
      {error && <Notice kind="stop">{error instanceof RequestError ? errorText(error, t) : error.message}</Notice>}
      <PasskeyName name={name} onType={setName} />
      <div className={styles.actions}>
        <Button type="submit" loading={adding.isPending} disabled={name.trim() === ''}>
          {t('profile.passkeys.add')}
        </Button>
        <Button variant="default" onClick={onCancel}>
          {t('common.cancel')}
        </Button>
      </div>
    </form>
  )
}

function PasskeyName({ name, onType }: { name: string; onType: (name: string) => void }) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('profile.passkeys.name')}
      value={name}
      maxLength={200}
      autoFocus
      onChange={event => onType(event.currentTarget.value)}
    />
  )
}

type PasskeyRowProps = { passkey: Passkey; isLast: boolean; onChanged: () => void }

function PasskeyRow({ passkey, isLast, onChanged }: PasskeyRowProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const [name, setName] = useState<string>()
  const renaming = useMutation({
    mutationFn: (wanted: string) => ownPasskeys.rename({ id: passkey.id, name: wanted.trim() }),
    onSuccess() {
      setName(undefined)
      onChanged()
    },
  })
  const removing = useMutation({
    mutationFn: () => ownPasskeys.remove({ id: passkey.id }),
    onSuccess: onChanged,
  })
  if (name !== undefined)
    return (
      <li className={styles.row}>
        <form
          className={styles.form}
          noValidate
          onSubmit={(event: FormEvent) => {
            event.preventDefault()
            renaming.mutate(name)
          }}
        >
          <PasskeyName name={name} onType={setName} />
          <div className={styles.actions}>
            <Button type="submit" loading={renaming.isPending} disabled={name.trim() === ''}>
              {t('common.save')}
            </Button>
            <Button variant="default" onClick={() => setName(undefined)}>
              {t('common.cancel')}
            </Button>
          </div>
        </form>
      </li>
    )
  return (
    <li className={styles.row}>
      <div className={styles.rowText}>
        <div className={styles.rowName}>
          <bdi>{passkey.name}</bdi>
        </div>
        <div className={styles.small}>
          {t('profile.passkeys.added', { date: format.date(passkey.created_at) })}
          {' · '}
          {passkey.last_used_at
            ? t('profile.devices.lastSeen', { when: format.relative(passkey.last_used_at) })
            : t('profile.passkeys.unused')}
        </div>
      </div>
      <div className={styles.actions}>
        <Button
          variant="default"
          onClick={() => setName(passkey.name)}
          aria-label={t('profile.passkeys.renameOf', { name: passkey.name })}
        >
          {t('profile.passkeys.rename')}
        </Button>
        {!isLast && (
          <ConfirmButton
            question={t('profile.passkeys.removeQuestion', { name: passkey.name })}
            confirmText={t('profile.passkeys.remove')}
            onConfirm={() => removing.mutate()}
            buttonProps={{
              loading: removing.isPending,
              'aria-label': t('profile.passkeys.removeOf', { name: passkey.name }),
            }}
          >
            {t('profile.passkeys.remove')}
          </ConfirmButton>
        )}
      </div>
    </li>
  )
}

/** Calls that this page alone makes: not every browser loads their table. */
export const { passkeys: ownPasskeys } = createApi<Pick<typeof contracts, 'passkeys'>>(endpoints)
