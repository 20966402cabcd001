import { Button, type ButtonProps } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { lazyPart } from './lazyPart.tsx'
import { usePopover } from './menu/menuState.ts'

const Confirmation = lazyPart(() => import('./Confirmation.tsx').then(part => part.Confirmation))

type Props = {
  children: ReactNode
  /** What will happen, in a sentence. */
  question: string
  /** The verb, as the confirming button says it. */
  confirmText: string
  onConfirm: () => void
  buttonProps?: ButtonProps
}

/** Asks before what cannot be taken back. Where an undo is possible, use `tellUndo` instead. */
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
