import { Button } from '@mantine/core'
import { IconKey, IconSnowflake, IconSun, IconUserMinus } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { Member } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { useHasMail, useUser } from '../lib/session/session.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { lazyPart } from '../ui/lazyPart.tsx'
import styles from './Members.module.css'
import type { useMemberActions } from './memberActions.ts'

const WorkerPhones = lazyPart(() => import('./WorkerPhones.tsx').then(part => part.WorkerPhones))
const MemberReach = lazyPart(() => import('./ReachSelect.tsx').then(part => part.MemberReach))

type Props = {
  member: Member
  companyId: number
  actions: ReturnType<typeof useMemberActions>
  onRemoved: () => void
}

/** What a manager does with a member who works in no more than they do. */
export function MemberChanges({ member, companyId, actions, onRemoved }: Props) {
  const { t } = useTranslation()
  const hasMail = useHasMail()
  const isSelf = member.id === useUser()?.id
  const { changeRole, changeReach, freeze, thaw, remove, resetPassword, isBusy } = actions
  return (
    <>
      <RoleSelect
        label={t('members.role')}
        {...(isSelf && { description: t('members.ownRole') })}
        value={member.role_id}
        onChange={roleId => changeRole([member], roleId)}
        except={[roles.admin]}
        disabled={isBusy}
      />
      {!isSelf && (
        <MemberReach
          key={JSON.stringify(member.reach)}
          value={member.reach}
          isBusy={isBusy}
          onSave={reach => changeReach([member], reach)}
        />
      )}
      {member.user_name && <WorkerPhones companyId={companyId} member={member} />}
      <div className={styles.acts}>
        {member.email && (
          <Button
            variant="default"
            leftSection={<IconKey size={20} />}
            disabled={isBusy}
            onClick={() => resetPassword(member)}
          >
            {hasMail ? t('members.resetPassword') : t('members.passwordLink')}
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
              onConfirm={() => remove([member], { onSuccess: onRemoved })}
              buttonProps={{ leftSection: <IconUserMinus size={20} />, disabled: isBusy }}
            >
              {t('members.remove')}
            </ConfirmButton>
          </>
        )}
      </div>
    </>
  )
}
