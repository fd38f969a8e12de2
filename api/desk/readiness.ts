import { z } from 'zod'
import { Id, Mode, type Module, Page, pageOf } from '#/api/operation.ts'
import { centreSteps, platformSteps, stepStates, unitSteps } from '#/domain/desk/readiness.ts'

const step = <const Keys extends readonly [string, ...string[]]>(keys: Keys) =>
  z.object({
    key: z.enum(keys),
    state: z.enum(stepStates),
    /** The missing item, in the reader's language; empty when the step name is specific enough. */
    detail: z.string(),
    /** The page to fix it; null without access, and for settings outside the browser. */
    path: z.string().nullable(),
  })

const PlatformStep = step(platformSteps)
const CentreStep = step(centreSteps)
const UnitStep = step(unitSteps)

const Centre = z.object({ id: Id, name: z.string(), isReady: z.boolean(), steps: z.array(CentreStep) })

const Unit = z.object({
  /** The id of the unit × centre × mode setting. */
  settingId: Id,
  unitId: Id,
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  isReady: z.boolean(),
  steps: z.array(UnitStep),
})

/**
 * Go-live checks (开通检查): what platform, centres and units still lack before they can pay. Computed on request, never
 * stored.
 */
export const readiness = {
  /** Returns the platform's state to its staff, and the centres in the caller's scope. */
  overview: {
    access: 'goLive',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      platform: z.object({ isReady: z.boolean(), steps: z.array(PlatformStep) }).nullable(),
      centres: z.array(Centre),
    }),
  },
  /** Returns the units in the caller's scope, per centre and mode. */
  units: {
    access: 'goLive',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).optional(), isReady: z.boolean().optional(), ...Page }),
    output: pageOf(Unit),
  },
} as const satisfies Module
