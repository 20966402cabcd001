import { Button, PasswordInput, TextInput } from '@mantine/core'
import { type ChangeEvent, type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '../lib/errorText.ts'
import { RequestError } from '../lib/requestError.ts'
import { inTab, isRecord, storedJson } from '../lib/storage.ts'
import { useAction } from '../lib/useAction.ts'
import { Notice } from '../ui/Notice.tsx'
import styles from './Entrance.module.css'

type Props = {
  form: ReturnType<typeof useEntranceForm>
  /** The text of its one button. */
  submit: string
  /** It is one part of a page: its button is as wide as its word. */
  isInPage?: boolean
  children: ReactNode
}

/** A form of the entrance: its error, its fields and one button. */
export function EntranceForm({ form, submit, isInPage, children }: Props) {
  const { t } = useTranslation()
  return (
    <form {...form.formProps} className={styles.form}>
      {form.problem && <Notice kind="stop">{errorText(form.problem, t)}</Notice>}
      {children}
      {isInPage ? (
        <div>
          <Button type="submit" loading={form.isBusy}>
            {submit}
          </Button>
        </div>
      ) : (
        <Button type="submit" size="lg" fullWidth loading={form.isBusy}>
          {submit}
        </Button>
      )}
    </form>
  )
}

type EmailFieldProps = {
  error?: string | undefined
  /** The address that a link is for: shown, and kept by password managers, but not changed. */
  fixed?: string
  /** The initial value, which may be changed. */
  proposed?: string | undefined
  isFocused?: boolean | undefined
  /** The browser lists passkeys here beside addresses. */
  takesPasskeys?: boolean
}

export function EmailField({ error, fixed, proposed, isFocused, takesPasskeys }: EmailFieldProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      label={t('auth.login.email')}
      error={error}
      type="email"
      name="email"
      autoComplete={takesPasskeys ? 'username webauthn' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      inputMode="email"
      maxLength={254}
      defaultValue={fixed ?? proposed ?? keptField('email')}
      readOnly={fixed !== undefined}
      autoFocus={!!isFocused}
    />
  )
}

type PasswordFieldProps = {
  label: string
  name: 'password' | 'current_password'
  autoComplete: 'current-password' | 'new-password'
  error: string | undefined
  description?: string
  onType?: (password: string) => void
  /** The id of what is said about the password while it is typed. */
  describedBy?: string
  isFocused?: boolean
  /** It is the PIN of a worker's phone: the number keys are enough. */
  isPin?: boolean
}

/** A password as browsers and password managers know it: it can be pasted, and shown. */
export function PasswordField({ onType, describedBy, isFocused, isPin, ...field }: PasswordFieldProps) {
  const { t } = useTranslation()
  return (
    <PasswordInput
      {...field}
      maxLength={1000}
      autoCapitalize="none"
      spellCheck={false}
      inputMode={isPin ? 'numeric' : 'text'}
      data-autofocus={isFocused}
      {...(describedBy && { 'aria-describedby': describedBy })}
      {...(onType && { onChange: event => onType(event.currentTarget.value) })}
      visibilityToggleButtonProps={{ 'aria-label': isPin ? t('auth.pin.show') : t('auth.login.showPassword') }}
    />
  )
}

// A form of the entrance. Its fields are the browser's own and are read when the form is sent, because password
// managers do not always tell React about them. An error appears at its field, and the first such field gets the focus.
// Names and addresses survive a reload and move to the next page of the entrance; secrets are never kept.

type Fields = Record<string, string>

type Options = {
  /** Fields that must not be empty. */
  required: readonly string[]
  send: (fields: Fields) => Promise<void>
}

const stored = storedJson(inTab, 'tend_entrance', kept =>
  isRecord(kept) ? Object.fromEntries(Object.entries(kept).map(([name, value]) => [name, String(value)])) : null,
)
const kept = ['name', 'email', 'user_name']

export function useEntranceForm({ required, send }: Options) {
  const { t } = useTranslation()
  const [problem, setProblem] = useState<RequestError>()
  const [missing, setMissing] = useState<string[]>([])
  const [names, setNames] = useState<string[]>([])

  const { run: submit, isBusy } = useAction(async (form: HTMLFormElement) => {
    const fields = fieldsOf(form)
    const empty = required.filter(name => !fields[name])
    setNames(Object.keys(fields))
    setMissing(empty)
    setProblem(undefined)
    if (empty[0]) return focus(form, empty[0])
    try {
      await send(fields)
      stored.remove()
    } catch (cause) {
      const error = asRequestError(cause)
      setProblem(error)
      focus(form, Object.keys(error.errors).find(name => name in fields) ?? lastSecret(form))
    }
  })

  const isAtFields = problem && Object.keys(problem.errors).some(name => names.includes(name))
  return {
    formProps: {
      onSubmit: (event: FormEvent<HTMLFormElement>) => {
        event.preventDefault()
        void submit(event.currentTarget)
      },
      onChange: keep,
      noValidate: true,
    },
    isBusy,
    /** An error that belongs to no field. */
    problem: isAtFields ? undefined : problem,
    errorOf: (name: string) =>
      missing.includes(name) ? t('problem.field.required') : problem?.errors[name]?.join(' '),
  }
}

/** What was typed into a field of this name before, on this or another page of the entrance. */
export const keptField = (name: string): string => stored.read()?.[name] ?? ''

const asRequestError = (cause: unknown) =>
  cause instanceof RequestError ? cause : new RequestError({ status: 0, code: 'unknown_error' })

function fieldsOf(form: HTMLFormElement): Fields {
  const entries = [...new FormData(form)].map(([name, value]) => [name, String(value)] as const)
  // Spaces around a password may belong to it.
  return Object.fromEntries(entries.map(([name, value]) => [name, name.includes('password') ? value : value.trim()]))
}

function keep({ currentTarget }: ChangeEvent<HTMLFormElement>) {
  const typed = Object.entries(fieldsOf(currentTarget)).filter(([name]) => kept.includes(name))
  stored.write({ ...stored.read(), ...Object.fromEntries(typed) })
}

const focus = (form: HTMLFormElement, name: string | undefined) => {
  const field = name && form.elements.namedItem(name)
  if (!(field instanceof HTMLInputElement)) return
  field.focus()
  field.select()
}

/** A wrong pair, code or PIN is most often a slip in the secret: it is ready to be typed again. */
const lastSecret = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement>('input[name]')].findLast(
    field => field.name === 'code' || field.name === 'pin' || field.name.includes('password'),
  )?.name
