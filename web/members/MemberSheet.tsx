import { Button } from '@mantine/core'
import { IconKey, IconSnowflake, IconSun, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { RequestError } from '../lib/requestError.ts'
import { useUser } from '../lib/session/session.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { Notice } from '../ui/Notice.tsx'
import { PathLink } from '../ui/PathLink.tsx'
import { FieldList } from '../ui/row/FieldList.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import { LocalTime } from '../ui/texts/LocalTime.tsx'
import { ProblemText } from '../ui/texts/ProblemText.tsx'
import styles from './Members.module.css'
import { useMemberActions } from './memberActions.ts'
import { WorkerPhones } from './WorkerPhones.tsx'

type Props = { member: Member; companyId: number; onClosed: () => void }

/** One member: how they sign in, their role, and what a manager can do. */
export function MemberSheet({ member, companyId, onClosed }: Props) {
  const { t } = useTranslation()
  const user = useUser()
  const { changeRole, freeze, thaw, remove, resetPassword, isBusy, problem } = useMemberActions(companyId, true)
  const isSelf = member.id === user?.id
  const isLastManager = problem instanceof RequestError && problem.code === 'last_manager'
  return (
    <SideSheet title={member.name} onClosed={onClosed}>
      {close => (
        <div className={styles.sheet}>
          {problem && (
            <Notice kind="stop">
              <ProblemText error={problem} />{' '}
              {isLastManager && <PathLink href="/company">{t('members.handOverFirst')}</PathLink>}
            </Notice>
          )}
          {member.frozen_at && (
            <Notice kind="info">
              {t('members.frozenSince')} <LocalTime value={member.frozen_at} as="date" />. {t('members.frozenMeaning')}
            </Notice>
          )}
          <FieldList
            fields={[
              { label: t('members.email'), value: member.email && <bdi>{member.email}</bdi> },
              { label: t('members.userName'), value: member.user_name && <bdi>{member.user_name}</bdi> },
              { label: t('members.joinedAt'), value: <LocalTime value={member.joined_at} as="date" /> },
            ]}
          />
          <RoleSelect
            label={t('members.role')}
            {...(isSelf && { description: t('members.ownRole') })}
            value={member.role_id}
            onChange={roleId => changeRole([member], roleId)}
            except={[roles.admin]}
            disabled={isBusy}
          />
          {member.user_name && <WorkerPhones companyId={companyId} member={member} />}
          <div className={styles.acts}>
            {member.email && (
              <Button
                variant="default"
                leftSection={<IconKey size={20} />}
                disabled={isBusy}
                onClick={() => resetPassword(member)}
              >
                {t('members.resetPassword')}
              </Button>
            )}
            {!isSelf && (
              <>
                {member.frozen_at ? (
                  <Button
                    variant="default"
                    leftSection={<IconSun size={20} />}
                    disabled={isBusy}
                    onClick={() => thaw([member])}
                  >
                    {t('members.thaw')}
                  </Button>
                ) : (
                  <Button
                    variant="default"
                    leftSection={<IconSnowflake size={20} />}
                    disabled={isBusy}
                    onClick={() => freeze([member])}
                  >
                    {t('members.freeze')}
                  </Button>
                )}
                <ConfirmButton
                  question={t('members.removeQuestion', { count: 1, name: member.name })}
                  confirmText={t('members.remove')}
                  onConfirm={() => remove([member], { onSuccess: close })}
                  buttonProps={{ leftSection: <IconUserMinus size={20} />, disabled: isBusy }}
                >
                  {t('members.remove')}
                </ConfirmButton>
              </>
            )}
          </div>
        </div>
      )}
    </SideSheet>
  )
}
