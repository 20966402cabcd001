/** A notice on the barn door, by which people without an account report what they saw of the animals. */

import { publicLinks } from '../../forms/table.ts'
import type { Database } from '../../lib/db/pools.ts'
import { type Crew, publishForm } from './history.ts'

type Place = { id: number; name: string }

/** Publishes the form and gives it a link, which knows on which door it hangs. */
export async function seedPublicForm(db: Database, crew: Crew, place: Place, at: Date): Promise<void> {
  const form = await publishForm(
    db,
    crew,
    {
      name: {
        en: 'Tell us what you saw',
        hu: 'Szóljon, ha látott valamit',
        de: 'Sagen Sie uns, was Sie gesehen haben',
        fr: 'Dites-nous ce que vous avez vu',
        ar: 'ما الذي رأيته؟',
      },
      description: {
        en: 'For visitors and passers-by, from the notice on the barn door.',
        hu: 'Látogatóknak és arra járóknak, az istálló ajtaján kifüggesztett kódról.',
        de: 'Für alle, die vorbeikommen, vom Aushang an der Stalltür.',
        fr: 'Pour les visiteurs et les passants, depuis l’affiche sur la porte du bâtiment.',
        ar: 'للزوار والمارة، من الإعلان المعلّق على باب الحظيرة.',
      },
      category: 'other',
      definition: {
        schema: 1,
        default_language: 'en',
        // Guests who sign in find it too.
        settings: { filled_by: { guests: true } },
        sections: [
          {
            id: 'seen',
            title: {
              en: 'What you saw',
              hu: 'Amit látott',
              de: 'Was Sie gesehen haben',
              fr: 'Ce que vous avez vu',
              ar: 'ما رأيته',
            },
            questions: [
              {
                id: 'place',
                type: 'location',
                required: true,
                label: { en: 'Where', hu: 'Hol?', de: 'Wo', fr: 'Où ?', ar: 'المكان' },
              },
              {
                id: 'what',
                type: 'single_choice',
                required: true,
                label: {
                  en: 'What is it about?',
                  hu: 'Miről van szó?',
                  de: 'Worum geht es?',
                  fr: 'De quoi s’agit-il ?',
                  ar: 'ما الموضوع؟',
                },
                choices: [
                  {
                    id: 'animal',
                    label: {
                      en: 'An animal seems ill or hurt',
                      hu: 'Egy állat betegnek vagy sérültnek látszik',
                      de: 'Ein Tier wirkt krank oder verletzt',
                      fr: 'Un animal semble malade ou blessé',
                      ar: 'حيوان يبدو مريضًا أو مصابًا',
                    },
                  },
                  {
                    id: 'fence',
                    label: {
                      en: 'A fence or gate is open or broken',
                      hu: 'Egy kerítés vagy kapu nyitva van vagy sérült',
                      de: 'Ein Zaun oder Tor ist offen oder kaputt',
                      fr: 'Une clôture ou un portail est ouvert ou cassé',
                      ar: 'سياج أو بوابة مفتوحة أو مكسورة',
                    },
                  },
                  {
                    id: 'other',
                    label: {
                      en: 'Something else',
                      hu: 'Valami más',
                      de: 'Etwas anderes',
                      fr: 'Autre chose',
                      ar: 'شيء آخر',
                    },
                  },
                ],
              },
              {
                id: 'words',
                type: 'text',
                long: true,
                label: {
                  en: 'In your own words',
                  hu: 'A saját szavaival',
                  de: 'In Ihren eigenen Worten',
                  fr: 'Avec vos propres mots',
                  ar: 'بكلماتك',
                },
              },
              {
                id: 'photo',
                type: 'photo',
                label: { en: 'A photo', hu: 'Fénykép', de: 'Ein Foto', fr: 'Une photo', ar: 'صورة' },
              },
            ],
          },
        ],
      },
    },
    at,
  )
  await db.insert(publicLinks).values({
    companyId: crew.companyId,
    formId: form.id,
    name: 'Barn door',
    prefill: { place: [place] },
    createdBy: crew.managerId,
    createdAt: at,
    updatedAt: at,
  })
}
