import { Button } from '@mantine/core'
import { IconKey, IconSnowflake, IconSun, IconUserMinus } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Member, ReachInput } from '#shared/companies/contract.ts'
import { roles } from '#shared/lib/roles.ts'
import { api } from '../api.ts'
import { useHasMail, useUser } from '../lib/session/session.ts'
import { useGivableRoles } from '../roles/queries.ts'
import { RoleSelect } from '../roles/RoleSelect.tsx'
import { ConfirmButton } from '../ui/ConfirmButton.tsx'
import { ButtonMenu } from '../ui/floatingParts.tsx'
import { BulkBar, type Selection, useSelectedRows } from '../ui/list/BulkBar.tsx'
import { SideSheet } from '../ui/SideSheet.tsx'
import styles from './Members.module.css'
import { useMemberActions } from './memberActions.ts'
import { MemberReach, ReachForSome } from './ReachSelect.tsx'
import { WorkerPhones } from './Workers.tsx'

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

/** What can be done to the picked members: another role, where they work, freezing and thawing, removing. */
export function MemberBulkBar({ companyId, selection }: { companyId: number; selection: Selection }) {
  const { t } = useTranslation()
  const roles = useGivableRoles()
  const { changeRole, changeReach, freeze, thaw, remove } = useMemberActions(companyId)
  const [isPlacing, setPlacing] = useState(false)
  const picked = useSelectedRows<Member>(api.companies.members.key, selection)
  const [active, frozen] = [picked.filter(row => !row.frozen_at), picked.filter(row => row.frozen_at)]
  const does = (act: () => void) => () => {
    act()
    selection.clear()
  }
  return (
    <BulkBar selection={selection}>
      <ButtonMenu
        text={t('members.changeRole')}
        choices={roles.map(({ id, name }) => ({
          key: id,
          name: <bdi>{name}</bdi>,
          choose: does(() => changeRole(picked, id)),
        }))}
      />
      <Button variant="default" onClick={() => setPlacing(true)}>
        {t('members.reach')}
      </Button>
      {isPlacing && (
        <ReachSheet
          count={picked.length}
          onSave={reach => does(() => changeReach(picked, reach))()}
          onClosed={() => setPlacing(false)}
        />
      )}
      {active.length > 0 && (
        <Button variant="default" onClick={does(() => freeze(active))}>
          {t('members.freezeSome', { count: active.length })}
        </Button>
      )}
      {frozen.length > 0 && (
        <Button variant="default" onClick={does(() => thaw(frozen))}>
          {t('members.thawSome', { count: frozen.length })}
        </Button>
      )}
      {picked.length > 0 && (
        <ConfirmButton
          question={t('members.removeQuestion', { count: picked.length, name: picked[0]?.name ?? '' })}
          confirmText={t('members.remove')}
          onConfirm={does(() => remove(picked))}
        >
          {t('members.removeSome', { count: picked.length })}
        </ConfirmButton>
      )}
    </BulkBar>
  )
}

type SheetProps = { count: number; onSave: (reach: ReachInput | null) => void; onClosed: () => void }

/** Where several people work; the undo gives back what each had. */
function ReachSheet({ count, onSave, onClosed }: SheetProps) {
  const { t } = useTranslation()
  return (
    <SideSheet title={t('members.reachOfSome', { count })} onClosed={onClosed}>
      {() => <ReachForSome onSave={onSave} />}
    </SideSheet>
  )
}
