import { Button, type ButtonProps, Group, Text } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { PopoverAt } from './floatingParts.tsx'
import { usePopover } from './menu/menuState.ts'
import type { PopoverState } from './menu/PopoverAt.tsx'

type Props = {
  children: ReactNode
  /** What will happen, in a sentence. */
  question: string
  /** The verb, as the confirming button says it. */
  confirmText: string
  onConfirm: () => void
  buttonProps?: ButtonProps & { 'aria-label'?: string }
}

/** Asks before what cannot be undone. Where an undo is possible, use `tellUndo` instead. */
export function ConfirmButton({ children, buttonProps, ...asked }: Props) {
  const anchor = useRef<HTMLButtonElement>(null)
  const { opened, onChange } = usePopover()
  return (
    <>
      <Button
        ref={anchor}
        variant="default"
        {...buttonProps}
        aria-haspopup="dialog"
        aria-expanded={opened ?? false}
        onClick={() => onChange(true)}
      >
        {children}
      </Button>
      {opened !== undefined && (
        <Confirmation
          {...asked}
          {...{ anchor, opened, onChange }}
          name={anchor.current?.textContent ?? asked.confirmText}
        />
      )}
    </>
  )
}

type ConfirmationProps = PopoverState & { name: string; question: string; confirmText: string; onConfirm: () => void }

/** The question at a `ConfirmButton`. */
export function Confirmation({ name, question, confirmText, onConfirm, ...state }: ConfirmationProps) {
  const { t } = useTranslation()
  return (
    <PopoverAt {...state} width={320} label={name}>
      <Text mb="md">{question}</Text>
      <Group justify="flex-end" gap="xs">
        <Button variant="default" data-autofocus onClick={() => state.onChange(false)}>
          {t('common.cancel')}
        </Button>
        <Button
          color="red"
          onClick={() => {
            state.onChange(false)
            onConfirm()
          }}
        >
          {confirmText}
        </Button>
      </Group>
    </PopoverAt>
  )
}
