import { Button, NativeSelect, TextInput } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ImportLine, RegisterImport } from '#shared/imports/contract.ts'
import { api } from '../api.ts'
import { useFormat } from '../lib/format.ts'
import { tellProblem } from '../ui/toast.tsx'
import styles from './ImportPage.module.css'

type Props = { begun: RegisterImport; lines: ImportLine[]; onChanged: (row: RegisterImport) => void }

type Fault = ImportLine['errors'][number] & { numbers: number[] }

/** One fault for all lines with the same value in the same column; an empty cell is a fault of its line alone. */
function faultsOf(lines: ImportLine[]): Fault[] {
  const found = new Map<string, Fault>()
  for (const { number, errors } of lines)
    for (const error of errors) {
      const { column, cell, message } = error
      const key = JSON.stringify([column, cell, message, ...(cell === '' ? [number] : [])])
      const fault = found.get(key) ?? { ...error, numbers: [] }
      fault.numbers.push(number)
      found.set(key, fault)
    }
  return [...found.values()]
}

/** Faults of the lines, value by value, with the way to correct each; then the file is checked again. */
export function Faults({ begun, lines, onChanged }: Props) {
  const { id, matching, key, language } = begun
  const correcting = useMutation({
    async mutationFn(correction: { column: number; number?: number; from?: string; value: string }) {
      await api.imports.correct({ id, ...correction })
      return api.imports.run({ id, matching, key, language, is_trial: true })
    },
    onSuccess: onChanged,
    onError: error => void tellProblem(error),
  })
  return (
    <ul className={styles.faults}>
      {faultsOf(lines).map(fault => (
        <FaultLine
          key={JSON.stringify([fault.column, fault.cell, fault.message, fault.numbers[0]])}
          fault={fault}
          choices={begun.fields.find(({ name }) => matching[name] === fault.column)?.choices ?? undefined}
          isBusy={correcting.isPending}
          onCorrect={correcting.mutate}
        />
      ))}
    </ul>
  )
}

type FaultLineProps = {
  fault: Fault
  choices: string[] | undefined
  isBusy: boolean
  onCorrect: (correction: { column: number; number?: number; from?: string; value: string }) => void
}

function FaultLine({ fault, choices, isBusy, onCorrect }: FaultLineProps) {
  const { t } = useTranslation()
  const format = useFormat()
  const { column, cell, field, message, numbers } = fault
  const [value, setValue] = useState(cell)
  const [number] = numbers
  const said = cell === '' ? message : t('imports.badValue', { cell: cell.slice(0, 100), message })
  const label = t('imports.newValue')
  const change = (event: { currentTarget: { value: string } }) => setValue(event.currentTarget.value)
  return (
    <li className={styles.fault}>
      <strong>
        {numbers.length > 1
          ? t('imports.inLines', { numbers: format.commas(numbers.map(String)) })
          : t('imports.lineNumber', { number })}
      </strong>
      <span>
        {field && <bdi>{`${field}${t('common.colon')} `}</bdi>}
        {said}
      </span>
      {column !== null && (
        <form
          className={styles.correction}
          onSubmit={event => {
            event.preventDefault()
            onCorrect({ column, value, ...(cell === '' && number !== undefined ? { number } : { from: cell }) })
          }}
        >
          {choices ? (
            <NativeSelect
              label={label}
              value={choices.includes(value) ? value : ''}
              data={[{ value: '', label: '' }, ...choices]}
              onChange={change}
            />
          ) : (
            <TextInput label={label} value={value} maxLength={2_000} onChange={change} />
          )}
          <Button type="submit" variant="default" disabled={value === cell || value === ''} loading={isBusy}>
            {t(cell === '' ? 'imports.fixLine' : 'imports.fixAll')}
          </Button>
        </form>
      )}
    </li>
  )
}
