import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Notice } from '../Notice.tsx'
import { SheetFooter, SideSheet } from '../SideSheet.tsx'
import { ProblemText } from '../texts/ProblemText.tsx'
import { ConflictNotice } from './ConflictNotice.tsx'
import styles from './RowFormSheet.module.css'
import type { RowForm } from './useRowForm.ts'

type Field<Values> = {
  name: keyof Values & string
  label: string
  /** How a value reads; as it is without. Not asked for an empty one. */
  show?: (value: unknown) => ReactNode
}

type Props<Values extends FieldValues> = {
  title: string
  rowForm: RowForm<Values>
  onClosed: () => void
  /** What saving is called here, where it does more than that. */
  action?: string
  /** What saving and going on with another row is called, where people add one after the other. */
  another?: string | undefined
  /** How the fields are named and shown when two versions are compared. */
  fields: Field<Values>[]
  children: ReactNode
}

/** A row's form in a side sheet, with all that can happen to it. The fields are its children. */
export function RowFormSheet<Values extends FieldValues>(props: Props<Values>) {
  const { title, rowForm, onClosed, action, another, fields, children } = props
  const { hasUnsaved, wasRestored, discard, conflict, problem, isSaving, onSubmit } = rowForm
  const { t } = useTranslation()
  return (
    <SideSheet title={title} onClosed={onClosed} hasUnsaved={hasUnsaved} onDiscard={discard}>
      {close => (
        <form
          className={styles.form}
          noValidate
          onSubmit={event => {
            event.preventDefault()
            onSubmit()
          }}
        >
          {wasRestored && (
            <Notice kind="info">
              {t('common.restored')}{' '}
              <button type="button" className={styles.inline} onClick={discard}>
                {t('common.startOver')}
              </button>
            </Notice>
          )}
          {conflict && (
            <ConflictNotice
              differences={fields
                .filter(({ name }) => conflict.fields.includes(name))
                .map(({ name, label, show = String }) => ({
                  field: name,
                  label,
                  mine: isEmpty(conflict.mine[name]) ? null : show(conflict.mine[name]),
                  theirs: isEmpty(conflict.theirs[name]) ? null : show(conflict.theirs[name]),
                }))}
              onKeepMine={conflict.keepMine}
              onTakeTheirs={conflict.takeTheirs}
            />
          )}
          {problem !== undefined && (
            <Notice kind="stop">
              <ProblemText error={problem} />
            </Notice>
          )}
          {children}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            {another && (
              <Button variant="default" loading={isSaving} onClick={() => onSubmit(true)}>
                {another}
              </Button>
            )}
            <Button type="submit" loading={isSaving}>
              {action ?? t('common.save')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
