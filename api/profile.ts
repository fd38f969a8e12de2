import { z } from 'zod'
import { Id, type Module, Moment } from '#/api/operation.ts'

const Codes = z.array(z.string())

/** What a signed-in person sees of the own account, and does to it. Nothing here takes anybody else's id. */
export const profile = {
  get: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.object({
      username: z.string(),
      name: z.string(),
      usertype: z.int(),
      /** Masked; empty when none is known. */
      mobile: z.string(),
      mail: z.string(),
      roles: z.array(z.string()),
      unitName: z.string().nullable(),
      centres: z.array(z.object({ id: Id, name: z.string(), modes: z.array(z.int()) })),
      loginPassword: z.object({ changedAt: Moment.nullable() }),
      /** null for who has none because he never pays. */
      paymentPassword: z.object({ isSet: z.boolean(), changedAt: Moment.nullable(), lockedUntil: Moment.nullable() }).nullable(),
      secondFactor: z.object({ isOn: z.boolean(), since: Moment.nullable(), codesLeft: z.int() }),
      lastSignIn: Moment.nullable(),
    }),
  },
  devices: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        id: Id,
        /** As the browser calls itself; empty when it says nothing known. */
        browser: z.string(),
        system: z.string(),
        ip: z.string(),
        since: Moment,
        seenAt: Moment,
        isThis: z.boolean(),
      }),
    ),
  },
  signIns: {
    access: 'session',
    kind: 'read',
    input: z.object({}),
    output: z.array(
      z.object({
        at: Moment,
        ip: z.string(),
        browser: z.string(),
        system: z.string(),
        result: z.enum(['entered', 'half', 'wrongPassword', 'wrongCode', 'locked', 'notOpen']),
      }),
    ),
  },
  signOutDevice: { access: 'session', kind: 'write', input: z.object({ id: Id }), output: z.object({}) },
  signOutOthers: { access: 'session', kind: 'write', input: z.object({}), output: z.object({ count: z.int() }) },
  startSecondFactor: {
    access: 'session',
    kind: 'write',
    limit: 'password',
    secret: ['password', 'secret', 'uri'],
    input: z.object({ password: z.string().max(128) }),
    output: z.object({ secret: z.string(), uri: z.string() }),
  },
  confirmSecondFactor: {
    access: 'session',
    kind: 'write',
    limit: 'password',
    secret: ['code', 'codes'],
    input: z.object({ code: z.string().max(20) }),
    output: z.object({ codes: Codes }),
  },
  dropSecondFactor: {
    access: 'session',
    kind: 'write',
    limit: 'password',
    secret: ['password', 'code'],
    input: z.object({ password: z.string().max(128), code: z.string().max(40) }),
    output: z.object({}),
  },
  renewRecoveryCodes: {
    access: 'session',
    kind: 'write',
    limit: 'password',
    secret: ['password', 'code', 'codes'],
    input: z.object({ password: z.string().max(128), code: z.string().max(40) }),
    output: z.object({ codes: Codes }),
  },
  /** Shows the login password; for a quarter of an hour this session may ask for what needs it. */
  prove: { access: 'session', kind: 'write', limit: 'password', secret: ['password'], input: z.object({ password: z.string().max(128) }), output: z.object({}) },
} as const satisfies Module
