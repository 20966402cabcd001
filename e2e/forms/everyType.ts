/** A form with every type of question, as the API takes it. */
import type { Definition } from '#shared/forms/definition.ts'

const label = (en: string) => ({ en })
const choices = (...names: string[]) => names.map(name => ({ id: name.toLowerCase(), label: label(name) }))

export const everyType: Definition = {
  schema: 1,
  default_language: 'en',
  settings: { score_preview: true },
  scoring: { bands: { good: 80, attention: 50 } },
  sections: [
    {
      id: 'first',
      title: label('Words and numbers'),
      questions: [
        {
          type: 'instruction',
          id: 'read_this',
          label: label('Before you begin'),
          body: label('Wash your **hands**.\n\n- boots\n- gloves'),
        },
        { type: 'text', id: 'who', label: label('Who is with you?') },
        { type: 'text', id: 'story', label: label('What happened?'), long: true },
        { type: 'number', id: 'weight', label: label('How heavy?'), unit: label('kg'), decimals: 1, required: true },
        {
          type: 'calculated',
          id: 'double',
          label: label('Twice as heavy'),
          calculate: '${weight} * 2',
          unit: label('kg'),
        },
        { type: 'hidden', id: 'day', label: label('Day'), default: { from: 'context', key: 'today' } },
        { type: 'slider', id: 'mood', label: label('How calm?'), min: 0, max: 100, step: 5 },
        { type: 'rating', id: 'stars', label: label('How clean?'), levels: 5 },
        {
          type: 'yes_no',
          id: 'lame',
          label: label('Is one lame?'),
          good: 'no',
          points: 1,
          not_applicable: true,
          triggers: [{ id: 'lame_note', when: ". = 'yes'", require_note: true }],
        },
        { type: 'text', id: 'which', label: label('Which one?'), visible_if: "${lame} = 'yes'", required: true },
        { type: 'single_choice', id: 'floor', label: label('How is the floor?'), choices: choices('Dry', 'Wet') },
        { type: 'multiple_choice', id: 'signs', label: label('What do you see?'), choices: choices('Cough', 'Dull') },
        {
          type: 'single_choice',
          id: 'breed',
          label: label('Which breed?'),
          layout: 'list',
          choices: choices('Angus', 'Jersey', 'Simmental'),
        },
        {
          type: 'single_choice',
          id: 'shape',
          label: label('Which shape?'),
          layout: 'pictures',
          choices: choices('Thin', 'Fat'),
        },
      ],
    },
    {
      id: 'second',
      title: label('Times, places and names'),
      questions: [
        { type: 'date', id: 'cleaned', label: label('Cleaned on?') },
        { type: 'time', id: 'fed', label: label('Fed at?') },
        { type: 'date_time', id: 'arrived', label: label('Arrived when?') },
        { type: 'photo', id: 'view', label: label('A photo of the pen') },
        { type: 'file', id: 'paper', label: label('The delivery note') },
        { type: 'signature', id: 'sign', label: label('Please sign') },
        { type: 'barcode', id: 'tag', label: label('Ear tag') },
        { type: 'place', id: 'gate', label: label('Where is the gate?'), accuracy: 50 },
        { type: 'animal_group', id: 'herd', label: label('Which group?') },
        { type: 'animal', id: 'one', label: label('Which animal?'), group: 'herd' },
        { type: 'location', id: 'barn', label: label('Which barn?') },
        { type: 'vehicle', id: 'lorry', label: label('Which lorry?') },
        { type: 'user', id: 'colleague', label: label('Who helped?') },
      ],
    },
    {
      id: 'third',
      title: label('Animal by animal'),
      questions: [
        {
          type: 'repeat',
          id: 'cows',
          label: label('The animals'),
          rows: { from: 'animals', group: 'herd', animal: 'cow' },
          row_label: label('${cow}'),
          measures: [
            { id: 'lameness', label: label('Lame'), question: 'gait', at_least: 2, limits: { good: 5, attention: 20 } },
          ],
          questions: [
            { type: 'animal', id: 'cow', label: label('Animal'), read_only: true },
            {
              type: 'single_choice',
              id: 'gait',
              label: label('How does it walk?'),
              required: true,
              choices: [
                { id: 'sound', label: label('Sound'), grade: 0 },
                { id: 'lame', label: label('Lame'), grade: 2 },
              ],
            },
          ],
        },
      ],
    },
  ],
}
