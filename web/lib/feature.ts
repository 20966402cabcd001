/**
 * The part of a feature that comes with the app: paths, rights and names, written in `web/screens` and listed by
 * `web/features.ts`. Pages, their calls and their components are fetched when one of them is opened.
 */
import type { Icon } from '@tabler/icons-react'
import type { AnyRoute } from '@tanstack/react-router'
import type { ComponentType } from 'react'
import type shellTexts from '../locales/en/shell.json'
import type { Access, Can } from './access.ts'
import type { AnyOutboxHandler } from './offline/outboxHandler.ts'
import type { RealtimeHandlers } from './realtime/realtimeHandlers.ts'

/** The groups of the navigation, in their order. */
export const navGroups = ['daily', 'work', 'places', 'company', 'platform'] as const

/** Where people find a screen. */
export type NavItem = {
  group: (typeof navGroups)[number]
  to: string
  /** The end of its text's key, `shell.places.…`. */
  name: keyof typeof shellTexts.places
  icon: Icon
  /**
   * What differs for a person who sees nothing of others there: its name, its order in the bottom bar, where it is a
   * tab.
   */
  own?: { subject: string; name: keyof typeof shellTexts.places; bottomBarOrder?: number; within?: string }
  /** Who is offered it, where that is fewer than may open its screen. */
  access?: Access | ((can: Can) => boolean)
  /** How other addresses begin that belong to it; one that ends in a slash means what lies below only. */
  pages?: readonly string[]
  /** Its order in the bottom bar of phones, which has room for the lowest numbers. */
  bottomBarOrder?: number
  /** The item of which it is a tab, beside which it has no entry of its own in the menu. */
  within?: string
  /** Stands beside its name: how much is new there. */
  badge?: ComponentType
}

/** The signed-in person, for channels and for fetching copies. */
export type SessionScope = { userId: number; companyId: number; can: Can }

export type Feature = {
  /** Made by `screen` in shell/screen.ts: the path, who may open it, what its address says, and where its page is. */
  routes?: readonly AnyRoute[]
  navigation?: readonly NavItem[]
  /**
   * What it does when events arrive. Several features may react to the same one; `missed` runs when some may have been
   * lost.
   */
  realtimeHandlers?: RealtimeHandlers
  /**
   * The channels on which this person hears of the feature, beside their own. The platform’s admins may be in no
   * company.
   */
  channels?: (scope: Omit<SessionScope, 'companyId'> & { companyId: number | null }) => readonly string[]
  /** Fetches onto the device what people need offline, before anybody asks for it. */
  prefetchForOffline?: (scope: SessionScope) => Promise<void>
  /** What sends the work that it puts into the outbox, fetched with that. */
  outboxHandlers?: () => Promise<readonly AnyOutboxHandler[]>
}

let declared: readonly Feature[] = []

/** Gives the features to navigation, events and prefetching, which import none of them. */
export function declareFeatures(features: readonly Feature[]): void {
  declared = features
}

/** The screens of all features, in the order of the navigation. */
export const declaredFeatures = (): readonly Feature[] => declared
