import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import type { FieldValues } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { ConflictNotice, type Difference } from './ConflictNotice.tsx'
import { Notice } from './Notice.tsx'
import styles from './RowFormSheet.module.css'
import { SheetFooter, SideSheet } from './SideSheet.tsx'
import type { RowForm } from './useRowForm.ts'

type Field<Values> = { name: keyof Values & string; label: string; show?: (value: unknown) => string }

type Props<Values extends FieldValues, Saved> = {
  title: string
  rowForm: RowForm<Values, Saved>
  onClosed: () => void
  /** How the fields are named and shown when two versions are compared. */
  fields: Field<Values>[]
  children: ReactNode
}

/** A row's form in a side sheet, with all that can happen to it. The fields are its children. */
export function RowFormSheet<Values extends FieldValues, Saved>(props: Props<Values, Saved>) {
  const { title, rowForm, onClosed, fields, children } = props
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
              differences={differencesOf(fields, conflict.mine, conflict.theirs)}
              onKeepMine={conflict.keepMine}
              onTakeTheirs={conflict.takeTheirs}
            />
          )}
          {problem !== undefined && <Notice kind="stop">{errorText(problem, t)}</Notice>}
          {children}
          <SheetFooter>
            <Button variant="default" onClick={close}>
              {t('common.cancel')}
            </Button>
            <Button type="submit" loading={isSaving}>
              {t('common.save')}
            </Button>
          </SheetFooter>
        </form>
      )}
    </SideSheet>
  )
}

const asText = (value: unknown) => (value === null || value === undefined ? '' : String(value))

function differencesOf<Values>(fields: Field<Values>[], mine: Values, theirs: Values): Difference[] {
  return fields
    .filter(({ name }) => JSON.stringify(mine[name]) !== JSON.stringify(theirs[name]))
    .map(({ name, label, show = asText }) => ({
      field: name,
      label,
      mine: show(mine[name]),
      theirs: show(theirs[name]),
    }))
}
