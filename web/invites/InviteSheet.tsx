import { Button, CopyButton, TextInput } from '@mantine/core'
import { IconCheck, IconCopy, IconMail } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Invite } from '#shared/companies/invites.ts'
import { languages } from '#shared/lib/language.ts'
import { useRoleName } from '../roles/queries.ts'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { QrCode } from '../ui/QrCode.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { InviteState } from './InviteState.tsx'
import styles from './Invites.module.css'
import { canResend, canRevoke, useInviteActions } from './inviteActions.ts'

/** One invitation: where it stands, its link and QR code to hand over oneself, and what can be done. */
export function InviteSheet({ invite, onClosed }: { invite: Invite; onClosed: () => void }) {
  const { t } = useTranslation()
  const roleName = useRoleName()
  const { resend, revoke, isBusy } = useInviteActions()
  const address = invite.path && location.origin + invite.path
  const language = languages.find(({ id }) => id === invite.language_id)
  return (
    <SideSheet title={invite.email} onClosed={onClosed}>
      {() => (
        <div className={styles.form}>
          {invite.state === 'delivery_failed' && (
            <Notice kind="stop">
              {t('invites.deliveryFailed')} <bdi>{invite.delivery_error}</bdi>
            </Notice>
          )}
          {invite.state === 'expired' && <Notice kind="attention">{t('invites.expiredText')}</Notice>}
          <FieldList
            fields={[
              { label: t('invites.state'), value: <InviteState state={invite.state} /> },
              { label: t('invites.role'), value: roleName(invite) },
              {
                label: t('invites.invitedBy'),
                value: <bdi>{invite.invited_by.name ?? t('invites.byAdministrator')}</bdi>,
              },
              { label: t('invites.sentAt'), value: <LocalTime value={invite.sent_at} /> },
              {
                label: invite.accepted_at
                  ? t('invites.acceptedAt')
                  : invite.declined_at
                    ? t('invites.declinedAt')
                    : t('invites.expiresAt'),
                value: <LocalTime value={invite.accepted_at ?? invite.declined_at ?? invite.expires_at} />,
              },
              ...(invite.accepted_by
                ? [{ label: t('invites.acceptedBy'), value: <bdi>{invite.accepted_by.name}</bdi> }]
                : []),
              { label: t('invites.language'), value: language && <span lang={language.locale}>{language.name}</span> },
            ]}
          />
          <div className={styles.acts}>
            {canResend(invite) && (
              <Button leftSection={<IconMail size={20} />} loading={isBusy} onClick={() => resend([invite])}>
                {t('invites.resend')}
              </Button>
            )}
            {canRevoke(invite) && (
              <ConfirmButton
                question={t('invites.revokeQuestion', { count: 1, email: invite.email })}
                confirmText={t('invites.revoke')}
                onConfirm={() => revoke([invite])}
              >
                {t('invites.revoke')}
              </ConfirmButton>
            )}
          </div>
          {address && (
            <>
              <p className={styles.hint}>{t('invites.linkHint')}</p>
              <div className={styles.address}>
                <TextInput
                  label={t('invites.link')}
                  readOnly
                  dir="ltr"
                  value={address}
                  onFocus={event => event.currentTarget.select()}
                />
                <CopyButton value={address} timeout={2000}>
                  {({ copied, copy }) => (
                    <Button
                      variant="default"
                      leftSection={copied ? <IconCheck size={20} /> : <IconCopy size={20} />}
                      onClick={copy}
                    >
                      {copied ? t('invites.copied') : t('invites.copy')}
                    </Button>
                  )}
                </CopyButton>
              </div>
              <div className={styles.code}>
                <QrCode text={address} label={t('invites.qr', { email: invite.email })} />
              </div>
            </>
          )}
        </div>
      )}
    </SideSheet>
  )
}
