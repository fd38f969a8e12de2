import { z } from 'zod'
import { Id, Mode, type Module, Page, pageOf } from '#/api/operation.ts'
import { centreSteps, platformSteps, stepStates, unitSteps } from '#/domain/desk/readiness.ts'

const stepSchema = <const Keys extends readonly [string, ...string[]]>(keys: Keys) =>
  z.object({
    key: z.enum(keys),
    state: z.enum(stepStates),
    /** The missing item, in the caller's language; empty when the name of the step is specific enough. */
    detail: z.string(),
    /** The page on which to complete the step; null without access, and for settings outside the browser. */
    path: z.string().nullable(),
  })

const PlatformStep = stepSchema(platformSteps)
const CentreStep = stepSchema(centreSteps)
const UnitStep = stepSchema(unitSteps)

const Centre = z.object({ id: Id, name: z.string(), isReady: z.boolean(), steps: z.array(CentreStep) })

const Unit = z.object({
  /** The id of the setting of a unit at a centre in a mode. */
  settingId: Id,
  unitId: Id,
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  isReady: z.boolean(),
  steps: z.array(UnitStep),
})

/**
 * Go-live checks (开通检查), computed on request: the steps that platform, centres and units must complete before they can
 * pay.
 */
export const readiness = {
  /** Returns the steps of the centres in the caller's scope. Platform staff also receive the steps of the platform. */
  overview: {
    access: 'goLive',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      platform: z.object({ isReady: z.boolean(), steps: z.array(PlatformStep) }).nullable(),
      centres: z.array(Centre),
    }),
  },
  /** Returns the steps of the units in the caller's scope, per centre and mode. */
  units: {
    access: 'goLive',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).optional(), isReady: z.boolean().optional(), ...Page }),
    output: pageOf(Unit),
  },
} as const satisfies Module
