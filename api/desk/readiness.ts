import { z } from 'zod'
import { Id, Mode, type Module, Page, pageOf } from '#/api/operation.ts'
import { centreSteps, platformSteps, stepStates, unitSteps } from '#/domain/readiness.ts'

const step = <const Keys extends readonly [string, ...string[]]>(keys: Keys) =>
  z.object({
    key: z.enum(keys),
    state: z.enum(stepStates),
    /** What exactly is missing, in the reader's language; empty where the step itself says it. */
    detail: z.string(),
    /** The page where it is seen to; null for whoever may not open it, and for what is set outside the browser. */
    path: z.string().nullable(),
  })

const PlatformStep = step(platformSteps)
const CentreStep = step(centreSteps)
const UnitStep = step(unitSteps)

const Centre = z.object({ id: Id, name: z.string(), isReady: z.boolean(), steps: z.array(CentreStep) })

const Unit = z.object({
  /** Of unit, centre and mode. */
  settingId: Id,
  unitId: Id,
  unitName: z.string(),
  centreName: z.string(),
  mode: Mode,
  isReady: z.boolean(),
  steps: z.array(UnitStep),
})

/** What platform, centres and units still lack before they can pay (开通检查): found from the rows each time, kept nowhere. */
export const readiness = {
  /** The platform for who works for it, and the centres in the caller's scope. */
  overview: {
    access: 'goLive',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      platform: z.object({ isReady: z.boolean(), steps: z.array(PlatformStep) }).nullable(),
      centres: z.array(Centre),
    }),
  },
  /** The units in the caller's scope, at each centre and in each mode. */
  units: {
    access: 'goLive',
    kind: 'read',
    input: z.object({ keyword: z.string().trim().max(50).optional(), isReady: z.boolean().optional(), ...Page }),
    output: pageOf(Unit),
  },
} as const satisfies Module
