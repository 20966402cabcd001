import { useTranslation } from 'react-i18next'
import { useChangeDefinition, useShown } from '../EditingContext.tsx'
import { patched } from '../structure/patched.ts'
import { Fold } from './Fold.tsx'
import { Toggle } from './Toggle.tsx'

/** Whether what comes by the public link is a case, for the people with the case right alone. */
export function ChannelProperties() {
  const { t } = useTranslation()
  const changeDefinition = useChangeDefinition()
  const isChannel = useShown().state.content.definition.settings?.reporting_channel === true
  return (
    <Fold part="channel" title={t('formProperties.channel')} isUsed={isChannel}>
      <Toggle
        label={t('formProperties.isChannel')}
        help={t('formProperties.channelHelp')}
        checked={isChannel}
        onChange={chosen =>
          changeDefinition(before => {
            const settings = patched(before.settings ?? {}, { reporting_channel: chosen || undefined })
            return patched(before, { settings: Object.keys(settings).length > 0 ? settings : undefined })
          })
        }
      />
    </Fold>
  )
}
