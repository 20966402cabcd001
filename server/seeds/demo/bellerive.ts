/** A workshop in French, twelve weeks of whose work was entered by the calls that people use. */
import type { LocalizedText } from '#shared/lib/fields.ts'
import { roles } from '#shared/lib/roles.ts'
import { createLocation } from '../../locations/module.ts'
import { createReport } from '../../reports/commands.ts'
import { createTask } from '../../tasks/assign.ts'
import { actAs, type Filling, fillIn, type Person, takeTemplate } from './acting.ts'
import { chance, day, hour, morning, weeks } from './chance.ts'
import { closeOne, correct, correctOne, publishMustRead, readTheBell } from './companyWork.ts'
import { type DemoPeople, idOf } from './people.ts'
import { talkAtBellerive } from './talks.ts'

const machines = ['Tour à métaux', 'Meuleuse d’angle', 'Perceuse à colonne', 'Scie à ruban']

export async function fillBellerive(filling: Filling, people: DemoPeople): Promise<void> {
  const { now } = filling
  const dice = chance(20261204)
  const ofBellerive = { companyId: people.companyIds.bellerive, locale: 'fr' } as const
  const claire: Person = { ...ofBellerive, userId: idOf(people, 'manager@bellerive.example'), roleId: roles.manager }
  const hugo: Person = { ...ofBellerive, userId: idOf(people, 'worker@bellerive.example'), roleId: roles.employee }
  const start = new Date(now.getTime() - weeks * 7 * day)
  const asClaire = <T>(at: Date, work: Parameters<typeof actAs<T>>[3]) => actAs(filling, claire, at, work)

  const site = await asClaire(start, ctx =>
    createLocation({ name: 'Atelier', type: 'building', alsoResponsibleIds: [claire.userId] }, ctx),
  )
  const store = await asClaire(start, ctx =>
    createLocation({ name: 'Réserve', type: 'other', parentId: site.id, alsoResponsibleIds: [] }, ctx),
  )
  const checks = await takeTemplate(filling, claire, start, 'workshop-machine-check')
  const lifting = await takeTemplate(filling, claire, start, 'lifting-equipment-check')
  const fire = await takeTemplate(filling, claire, start, 'fire-first-aid-round')
  const incidents = await takeTemplate(filling, claire, start, 'incident-near-miss')
  await publishMustRead(filling, claire, start, { ...eyes, category: 'safety', readers: [hugo] })
  const lately = new Date(now.getTime() - 4 * day)
  await publishMustRead(filling, claire, lately, { ...sparks, category: 'safety', readers: [] })

  const about = (location: { id: number }) => [{ type: 'location' as const, id: location.id }]
  for (let week = weeks; week > 0; week--) {
    const state = 0.1 + (week / weeks) * 0.5
    const at = morning(now, week * 7 - 2)
    for (const machine of machines.filter((_, index) => index % 2 === week % 2)) {
      const given = { machine: { value: machine } }
      await fillIn(filling, hugo, { form: checks, at, state, subjects: about(site), given }, dice)
    }
    if (week % 2 === 0) {
      const given = { equipment: { value: 'Pont roulant de 3 t' } }
      await fillIn(filling, hugo, { form: lifting, at, state: state / 2, subjects: about(site), given }, dice)
    }
    if (week % 4 === 1) await fillIn(filling, claire, { form: fire, at, state, subjects: about(store) }, dice)
    if (week % 5 === 3)
      await fillIn(filling, hugo, { form: incidents, at, state, subjects: about(site), given: nearMiss(at) }, dice)
    if (week > 1) await correct(filling, [claire, hugo], at, 'Fait et vérifié.', dice)
    await readTheBell(filling, [claire, hugo], at)
  }
  const recent = morning(now, 1)
  await fillIn(filling, hugo, { form: checks, at: recent, state: 0, subjects: about(site), given: worn }, dice)
  const yesterday = new Date(now.getTime() - hour)
  await correctOne(filling, [claire, hugo], yesterday, 'electric', 'Câble remplacé.')
  await closeOne(filling, claire, yesterday, 'clean_place', 'Déjà rangé hier soir.')
  for (const title of ['Commander des lunettes de protection', 'Ranger la réserve'])
    await asClaire(yesterday, ctx =>
      createTask(ctx, { title, priority: 'normal', assignees: [{ user_id: hugo.userId }], subjects: about(store) }),
    )
  for (const [name, form] of [
    ['Machines de l’atelier', checks.id],
    ['Incendie et premiers secours', fire.id],
  ] as const)
    await asClaire(start, ctx => createReport({ name, formIds: [form], forEverybody: true }, ctx))
  await talkAtBellerive(filling, ofBellerive.companyId, { claire: claire.userId, hugo: hugo.userId })
}

/** A part that slipped out of the vice. Nobody was hurt. */
const nearMiss = (at: Date) => ({
  when: { value: new Date(at.getTime() - hour).toISOString().slice(0, 16) },
  ...{ type: { value: 'struck' }, severity: { value: 'near_miss' }, harmed: { value: ['nobody'] } },
  story: { value: 'La pièce a glissé de l’étau pendant le perçage. Personne n’était à côté.' },
  ...{ likely: { value: '2' }, could_be: { value: '2' }, safe_now: { value: 'yes' } },
})

/** What the last check found: one is corrected, one waits, one was known. */
const worn = {
  machine: { value: 'Scie à ruban' },
  electric: { value: 'no', note: 'Le câble est abîmé.' },
  extraction: { value: 'no', note: 'L’aspiration est faible.' },
  clean_place: { value: 'no', note: 'Des chutes par terre.' },
}

const eyes: { title: LocalizedText; body: LocalizedText } = {
  title: { en: 'Protect your eyes', fr: 'Protéger ses yeux' },
  body: {
    en: 'Goggles on before a machine starts. Splinters fly farther than you think.',
    fr: 'Les lunettes se mettent avant de démarrer la machine. Les éclats volent plus loin qu’on ne pense.',
  },
}

const sparks: { title: LocalizedText; body: LocalizedText } = {
  title: { en: 'Welding and grinding', fr: 'Soudage et meulage' },
  body: {
    en: 'A permit, an extinguisher within reach, and somebody who watches for an hour afterwards.',
    fr: 'Un permis de feu, un extincteur à portée de main et une surveillance pendant une heure.',
  },
}
