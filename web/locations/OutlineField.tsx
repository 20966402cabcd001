import { Button, Input } from '@mantine/core'
import { IconArrowBackUp, IconTrash } from '@tabler/icons-react'
import { type UseFormReturn, useController } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import type { InputOf } from '#shared/lib/contract.ts'
import type { locations } from '#shared/locations/contract.ts'
import { maxOutlinePoints } from '#shared/locations/rules.ts'
import styles from './Locations.module.css'
import { FarmMap, OutlineLayer } from './LocationsMap.tsx'

/** Where a place lies: a tap on the map is its point, and three and more go around it. */
export function OutlineField({ form }: { form: UseFormReturn<InputOf<typeof locations.create>> }) {
  const { t } = useTranslation()
  const { field, fieldState } = useController({
    control: form.control,
    name: 'outline',
    rules: { validate: points => points?.length !== 2 || t('locations.outlineOfTwo') },
  })
  const points = field.value ?? []
  const keep = (next: typeof points) => field.onChange(next.length > 0 ? next : null)
  return (
    <Input.Wrapper
      label={t('locations.outline')}
      labelElement="div"
      description={t('locations.outlineHelp')}
      error={fieldState.error?.message}
    >
      <FarmMap
        label={t('locations.outline')}
        centre={points.at(-1)}
        onPick={({ latitude, longitude }) => {
          const now = form.getValues('outline') ?? []
          if (now.length < maxOutlinePoints)
            keep([...now, { latitude: sevenDigits(latitude), longitude: sevenDigits(longitude) }])
        }}
      >
        <OutlineLayer points={points} />
      </FarmMap>
      {points.length > 0 && (
        <div className={styles.buttons}>
          <Button
            variant="default"
            size="sm"
            leftSection={<IconArrowBackUp size={18} />}
            onClick={() => keep(points.slice(0, -1))}
          >
            {t('filling.shape.undo')}
          </Button>
          <Button variant="default" size="sm" leftSection={<IconTrash size={18} />} onClick={() => keep([])}>
            {t('filling.shape.clear')}
          </Button>
        </div>
      )}
    </Input.Wrapper>
  )
}

/** A centimetre: what a tap says beyond that is noise. */
const sevenDigits = (degrees: number) => Number(degrees.toFixed(7))
