import { Button, Group, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { PopoverAt, type PopoverState } from './menu/PopoverAt.tsx'

type Props = PopoverState & { name: string; question: string; confirmText: string; onConfirm: () => void }

/** The question at a `ConfirmButton`. */
export function Confirmation({ name, question, confirmText, onConfirm, ...state }: Props) {
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
