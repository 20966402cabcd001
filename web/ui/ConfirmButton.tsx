import { Button, type ButtonProps, Group, Popover, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'

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
export function ConfirmButton({ children, question, confirmText, onConfirm, buttonProps }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  return (
    <Popover opened={opened} onChange={setOpened} width={320} position="bottom-end" trapFocus returnFocus withRoles>
      <Popover.Target>
        <Button variant="default" {...buttonProps} onClick={() => setOpened(true)}>
          {children}
        </Button>
      </Popover.Target>
      <Popover.Dropdown>
        <Text mb="md">{question}</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" data-autofocus onClick={() => setOpened(false)}>
            {t('common.cancel')}
          </Button>
          <Button
            color="red"
            onClick={() => {
              setOpened(false)
              onConfirm()
            }}
          >
            {confirmText}
          </Button>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}
