/** Against bounds of what is kept, sent, tried and read. */
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { expect } from 'vitest'
import { auth } from '#shared/accounts/contract.ts'
import { keys } from '#shared/accounts/keys.ts'
import { me } from '#shared/accounts/me.ts'
import { maxPasskeys, passkeys } from '#shared/accounts/passkeys.ts'
import { sso } from '#shared/accounts/sso.ts'
import { actions } from '#shared/actions/contract.ts'
import { animals } from '#shared/animals/contract.ts'
import { companies } from '#shared/companies/contract.ts'
import { plans } from '#shared/companies/plans.ts'
import { feeds } from '#shared/feeds/contract.ts'
import { files } from '#shared/files/contract.ts'
import { forms } from '#shared/forms/contract.ts'
import { guides } from '#shared/guides/contract.ts'
import { locales } from '#shared/lib/language.ts'
import { roles } from '#shared/lib/roles.ts'
import { locations } from '#shared/locations/contract.ts'
import { messaging } from '#shared/messaging/contract.ts'
import { passes } from '#shared/passes/contract.ts'
import { passPacks, passPagePacks } from '#shared/passes/packs.ts'
import { passPages } from '#shared/passes/passPage.ts'
import { passWriting } from '#shared/passes/passWriting.ts'
import { passRequestPages } from '#shared/passes/requests.ts'
import { maxPacks, maxPassFindings } from '#shared/passes/rules.ts'
import { passTemplates } from '#shared/passes/templates.ts'
import { scimBounds } from '#shared/provisioning/scim.ts'
import { reports } from '#shared/reports/contract.ts'
import { maxOtherCompanies, today } from '#shared/today/contract.ts'
import { webhooks } from '#shared/webhooks/contract.ts'
import { maxWebhooks, webhookRepeats } from '#shared/webhooks/rules.ts'
import { maxExported } from '../../../accounts/export.ts'
import { passkeys as passkeyTable } from '../../../accounts/passkeyTable.ts'
import { sessions } from '../../../accounts/sessionTable.ts'
import { eraseUnnamedPictures } from '../../../forms/jobs.ts'
import { formPictures } from '../../../forms/table.ts'
import { passFindings } from '../../../passes/writing/table.ts'
import { maxCounted } from '../../../reports/counting/answers.ts'
import { password, withPassword } from '../../accounts.ts'
import { withPasskey } from '../../authenticator.ts'
import { publishedForm } from '../../forms.ts'
import { asRecent, keyOf } from '../../keys.ts'
import { issue, passLinkIn } from '../../passes.ts'
import { belongs, company, type Person, platform, request } from '../../people.ts'
import { callScim } from '../../scim.ts'
import { socket } from '../../sockets.ts'
import { settingsOf } from '../../sso.ts'
import { complete, photo } from '../../submissions.ts'
import { tend } from '../../tend.ts'
import { addressOf, receivers, webhookTo } from '../../webhookReceivers.ts'
import { type Attacker, fileOf, manager, oneByOne, poor, times } from '../attacking.ts'

/** A manager's webhook to a receiver here. */
async function listening(name: string) {
  const farm = await company()
  const boss = await farm.manager()
  const key = await keyOf(boss, farm.id)
  const webhook = await webhookTo(boss, farm.id, name, { key_id: key.id, events: ['task.created'] })
  return { farm, boss, key, webhook }
}

export const againstAmounts: Record<string, Attacker> = {
  webhooks: {
    beyond: [422],
    may: [201],
    ready: async () => {
      const { farm, boss, key } = await listening('many')
      const recent = await asRecent(boss, farm.id)
      const draft = { name: 'One of many', url: addressOf('many'), key_id: key.id, events: ['task.created' as const] }
      return () => times(maxWebhooks + 20, () => recent.send(webhooks.create, draft))
    },
  },
  'tests and replays of webhooks': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const { boss, webhook } = await listening('tested')
      await boss.call(webhooks.pause, { id: webhook.id })
      const since = '2026-01-01T00:00:00Z'
      return () => times(webhookRepeats.tries + 20, () => boss.send(webhooks.replayFailed, { id: webhook.id, since }))
    },
  },
  'deliveries of webhooks': {
    beyond: [200],
    ready: async () => {
      const here = await receivers()
      const { farm, boss, webhook } = await listening('flooded')
      const silent = await webhookTo(boss, farm.id, 'silent', { key_id: webhook.key_id, events: ['task.created'] })
      here.answer('silent', () => undefined)
      here.answer('flooded', response => response.writeHead(200).end('x'.repeat(1_000_000)))
      const insert = (webhookId: number, count: number) =>
        platform(db =>
          db.execute(sql`
            insert into webhook_deliveries (company_id, webhook_id, type, due_at, ends_at)
            select ${farm.id}, ${webhookId}, 'webhook.test', now(), now() + interval '3 days'
            from generate_series(1, ${count})`),
        )
      return async () => {
        await Promise.all([insert(webhook.id, 200), insert(silent.id, 200)])
        await expect.poll(() => here.heard('flooded').length, { timeout: 60_000 }).toBe(200)
        return [{ statusCode: 200 }]
      }
    },
  },
  'all data of a person': {
    beyond: [413],
    ready: async () => {
      const hands = await times(4, async () => (await company()).worker())
      const { rows } = maxExported
      return async () => {
        maxExported.rows = 1
        return times(12, index => (hands[index % 4] as Person).send(me.export, {})).finally(() => {
          maxExported.rows = rows
        })
      }
    },
  },
  'other companies on Today': {
    beyond: [200],
    ready: async () => {
      const vets = await times(3, async () => (await company()).worker())
      for (const vet of vets)
        for (const { id } of await times(maxOtherCompanies + 20, () => company()))
          await belongs(vet, id, roles.employee)
      return () => times(60, index => (vets[index % 3] as Person).send(today.others, {}))
    },
  },
  'a logo': {
    beyond: [413],
    may: [200],
    ready: async () => {
      const farm = await company()
      const boss = await farm.manager()
      const drawn = (height: number) =>
        sharp({ create: { width: 8_000, height, channels: 3, background: 'orange' } })
          .png()
          .toBuffer()
      const [large, tooLarge] = [await drawn(3_900), await drawn(4_001)]
      const long = Buffer.from(`<svg>${' '.repeat(600_000)}</svg>`)
      const sent = [large, tooLarge, long]
      return () =>
        oneByOne(9, index => boss.send(companies.setLogo, { id: farm.id }, fileOf('logo', sent[index % 3] as Buffer)))
    },
  },
  'files, pictures of forms and the logo': {
    beyond: [403],
    ready: async () => {
      const { boss } = await poor({ storage: 10, animals: null })
      const ear = fileOf('ear.jpg', await photo())
      return () =>
        times(40, index =>
          index % 2
            ? boss.send(files.create, {}, ear)
            : boss.send(forms.addPicture, { uuid: crypto.randomUUID() }, ear),
        )
    },
  },
  'a company whose plan was archived': {
    beyond: [403],
    may: [201],
    ready: async () => {
      const { farm, boss, helper } = await poor({ storage: null, animals: null })
      const [row] = (await helper.call(plans.list, { id: farm.id })).data
      await helper.call(plans.remove, { id: farm.id, company_plan_id: row?.id ?? 0 })
      const { limit } = (await boss.call(plans.usage, { id: farm.id })).animals
      return () => oneByOne((limit ?? 0) + 20, () => boss.send(animals.create, { name: 'Cow', species: 'cattle' }))
    },
  },
  'pictures that no form names': {
    beyond: [1_000],
    ready: async () => {
      const [farm, { services }] = [await company(), await tend()]
      const boss = await farm.manager()
      const { path } = await boss.call(
        forms.addPicture,
        { uuid: crypto.randomUUID() },
        fileOf('ear.jpg', await photo()),
      )
      await platform(db =>
        db.execute(sql`
          insert into form_pictures (company_id, uuid, user_id, path, name, content_type, size, sha256, width, height,
            created_at)
          select company_id, gen_random_uuid(), user_id, path || n, name, content_type, size, sha256, width, height,
            now() - interval '40 days'
          from form_pictures, generate_series(1, 1100) n where path = ${path}`),
      )
      const count = () => platform(db => db.$count(formPictures, sql`company_id = ${farm.id}`))
      return async () => {
        const before = await count()
        await platform(db => eraseUnnamedPictures.work({}, { db, services }))
        return [{ statusCode: before - (await count()) }]
      }
    },
  },
  'tries at passwords, PINs, codes, links': {
    beyond: [429],
    may: [422],
    ready: async () => {
      const { email } = await withPassword(await (await company()).worker())
      return () =>
        times(40, index => request(auth.login, { email, password: 'wrong' }, null, { from: `10.66.${index}.1` }))
    },
  },
  'API keys': {
    beyond: [422],
    may: [200, 201],
    ready: async () => {
      const farm = await company()
      const boss = await asRecent(await farm.manager(), farm.id)
      const draft = { access: 'read', company_id: farm.id, role_id: roles.employee } as const
      return () => times(60, index => boss.send(keys.create, { ...draft, name: `Scales ${index}` }))
    },
  },
  'sign-ins at providers': {
    beyond: [429],
    may: [200],
    ready: async () => () =>
      oneByOne(400, () => request(sso.find, { email: 'a@x.example' }, null, { from: '10.67.1.1' })),
  },
  'domains of single sign-on': {
    beyond: [422],
    ready: async () => {
      const farm = await company()
      const boss = await asRecent(await farm.manager(), farm.id)
      const domains = Array.from({ length: 500 }, (_, at) => `d${at}.example`)
      const draft = { ...settingsOf({ issuer: 'https://login.example', clientId: 'tend' }), domains }
      return () => times(60, () => boss.send(sso.save, draft))
    },
  },
  'people and groups of an identity provider': {
    beyond: [400],
    may: [200, 201, 429],
    ready: async () => {
      const farm = await company()
      const key = await keyOf(await farm.manager(), farm.id, { access: 'scim' })
      const members = Array.from({ length: scimBounds.membersAtOnce + 1 }, (_, index) => ({ value: `${index + 1}` }))
      return async () => [
        ...(await times(scimBounds.groups + 20, index =>
          callScim(key.token, 'POST', '/Groups', { displayName: `Group ${index}` }),
        )),
        await callScim(key.token, 'POST', '/Groups', { displayName: 'All', members }),
      ]
    },
  },
  'audit passes': {
    beyond: [422],
    may: [201],
    ready: async () => {
      const boss = await (await company()).manager()
      const draft = {
        reach: null,
        kinds: ['finding'],
        shows_names: false,
        starts_at: '2026-01-01T00:00:00.000Z',
      } as const
      const ends_at = new Date(Date.now() + 24 * 3600_000).toISOString()
      return () => times(60, index => boss.send(passes.create, { ...draft, ends_at, holder_name: `Vet ${index}` }))
    },
  },
  'templates of audit passes': {
    beyond: [422],
    may: [201],
    ready: async () => {
      const boss = await (await company()).manager()
      const draft = { reach: null, kinds: ['finding'], shows_names: false, valid_days: 7 } as const
      return () => times(60, index => boss.send(passTemplates.create, { ...draft, name: `Buyer ${index}` }))
    },
  },
  'calls by an audit pass': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const link = passLinkIn(await issue(await (await company()).manager()))
      return () => oneByOne(140, () => request(passPages.open, link, null, { from: '10.67.1.1' }))
    },
  },
  'packs of audit passes': {
    beyond: [429],
    // Each asks for the one that is being made.
    may: [200, 201],
    ready: async () => {
      const boss = await (await company()).manager()
      const pass = await issue(boss)
      const link = passLinkIn(pass)
      return async () => {
        const asked = await oneByOne(140, index =>
          index % 10 === 0
            ? boss.send(passPacks.begin, { id: pass.id })
            : request(passPagePacks.begin, link, null, { from: '10.67.1.2' }),
        )
        expect((await boss.call(passPacks.list, { id: pass.id })).length).toBeLessThanOrEqual(maxPacks + 1)
        return asked
      }
    },
  },
  'what an inspector writes': {
    beyond: [422],
    may: [201],
    ready: async () => {
      const { id: companyId, ...farm } = await company()
      const pass = await issue(await farm.manager())
      const link = passLinkIn(pass)
      const known = { companyId, passId: pass.id, deviceTime: '2026-11-30T08:00:00Z', writtenAt: new Date() }
      const finding = { text: 'Dirty', severity: 'attention', dueOn: '2026-12-01' } as const
      await platform(db =>
        db
          .insert(passFindings)
          .values(
            Array.from({ length: maxPassFindings - 1 }, () => ({ ...known, ...finding, uuid: crypto.randomUUID() })),
          ),
      )
      const report = (text: string) =>
        request(
          passWriting.report,
          {
            ...{ ...link, uuid: crypto.randomUUID(), device_time: known.deviceTime, kind: null, record_id: null },
            ...{ text, severity: finding.severity, due_on: finding.dueOn },
          },
          null,
          { from: '10.67.1.3' },
        )
      return async () => [await report('x'.repeat(5_001)), ...(await oneByOne(10, () => report('Dirty')))]
    },
  },
  'requests by an audit pass': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const link = passLinkIn(await issue(await (await company()).manager()))
      const said = { words: 'The ramp', device_time: '2026-11-22T07:00:00+01:00' }
      return () =>
        oneByOne(70, index =>
          request(passRequestPages.ask, { ...link, ...said, uuid: crypto.randomUUID() }, null, {
            from: `10.68.${index}.1`,
          }),
        )
    },
  },
  passkeys: {
    beyond: [422],
    may: [201],
    ready: async () => {
      const hand = await (await company()).worker()
      const { recent } = await withPasskey(hand)
      const row = { userId: hand.id, name: 'Key', publicKey: Buffer.from('x'), counter: 0, transports: [] }
      await platform(db =>
        db
          .insert(passkeyTable)
          .values(
            Array.from({ length: maxPasskeys - 1 }, (_, index) => ({ ...row, credentialId: `${hand.id}-${index}` })),
          ),
      )
      return () => times(60, () => recent.send(passkeys.start, {}))
    },
  },
  'calls of an API key': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const farm = await company()
      const scales = await keyOf(await farm.manager(), farm.id, { access: 'read' })
      return () => oneByOne(700, () => scales.send(locations.list, {}))
    },
  },
  'repeated requests': {
    beyond: [201],
    ready: async () => {
      const boss = await manager()
      const headers = { 'idempotency-key': crypto.randomUUID() }
      const made = new Set<unknown>()
      return () =>
        oneByOne(60, async () => {
          const answer = await boss.send(locations.create, { name: 'Barn', type: 'barn' }, { headers })
          made.add(JSON.parse(answer.body).data.id)
          return { statusCode: made.size === 1 ? answer.statusCode : 0 }
        })
    },
  },
  'a calendar that other programs read': {
    beyond: [429],
    may: [200],
    ready: async () => {
      const { address } = await (await manager()).call(feeds.create, {})
      const { app } = await tend()
      const url = new URL(address).pathname
      return () => oneByOne(90, () => app.inject({ method: 'GET', url }))
    },
  },
  'helpers from outside': {
    beyond: [429],
    may: [404],
    ready: async () => {
      const file = { name: 'words.txt', content: Buffer.from('Hello') }
      const token = 'x'.repeat(43)
      return () => oneByOne(160, () => request(actions.perform, { token }, null, { file, from: '10.67.1.1' }))
    },
  },
  'devices on which somebody is signed in': {
    beyond: [200],
    ready: async () => {
      const { id, email } = await withPassword(await (await company()).worker())
      const later = new Date(Date.now() + 3600_000)
      const row = () => ({ userId: id, tokenHash: crypto.randomUUID(), tokenExpiresAt: later, refreshableUntil: later })
      await platform(db => db.insert(sessions).values(Array.from({ length: 120 }, row)))
      return () => times(8, index => request(auth.login, { email, password }, null, { from: `10.68.${index}.1` }))
    },
  },
  reports: {
    beyond: [413],
    ready: async () => {
      const boss = await manager()
      await complete(boss, await publishedForm(boss))
      const { id } = await boss.call(reports.create, { name: 'All' })
      const { lines } = maxCounted
      return async () => {
        maxCounted.lines = 0
        return times(20, () => boss.send(reports.data, { id })).finally(() => Object.assign(maxCounted, { lines }))
      }
    },
  },
  'texts with Markdown': {
    beyond: [201],
    ready: async () => {
      const boss = await manager()
      const signs = ['**a ', '[a\n', '(_a', '<a', '\n\n']
      const body = Object.fromEntries(
        locales.map((locale, at) => [locale, (signs[at] ?? '').repeat(50_000).slice(0, 49_990)]),
      )
      return () =>
        oneByOne(10, () => boss.send(guides.create, { title: { en: 'Gates' }, body, default_language: 'en' }))
    },
  },
  conversations: {
    beyond: [429],
    may: [201],
    ready: async () => {
      const farm = await company()
      const [boss, hand] = [await farm.manager(), await farm.worker()]
      const draft = { type: 'group' as const, title: 'Barn', user_ids: [hand.id] }
      return () => oneByOne(80, () => boss.send(messaging.create, draft))
    },
  },
  'sockets, their channels, frames and events': {
    beyond: [1009],
    ready: async () => {
      const clients = await times(40, socket)
      return () =>
        oneByOne(40, async index => {
          const client = clients[index] as (typeof clients)[number]
          client.send(JSON.stringify({ event: 'pusher:ping', data: 'x'.repeat(100_000) }))
          return { statusCode: await client.closed }
        })
    },
  },
}
