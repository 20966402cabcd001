import { useTranslation } from 'react-i18next'
import { toLocale } from '#shared/lib/language.ts'
import { useBreeds } from './useBreeds.ts'

/** A breed as the reader's language calls it. */
export function BreedName({ breed }: { breed: string }) {
  const { i18n } = useTranslation()
  return <bdi>{useBreeds(true)?.breedIn(toLocale(i18n.language), breed) ?? breed}</bdi>
}
