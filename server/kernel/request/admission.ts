import type { Operation } from '#/api/operation.ts'
import { type Language, truncateUnits } from '#/domain/base/text.ts'
import type { Actor, Scope, TrailNote } from '#/server/kernel/context.ts'
import { type Kernel, systemActor, systemScope, writeTrail } from '#/server/kernel/kernel.ts'
import type { FormReader } from '#/server/kernel/request/form.ts'
import { Refusal } from '#/server/kernel/request/refusal.ts'
import { kernelRefusals } from '#/server/kernel/request/texts.ts'
import { mustEnrol } from '#/server/kernel/session/enrolment.ts'
import { authenticate, type Credentials, type SignedInUser, scopeOf } from '#/server/kernel/session/session.ts'
import { asAccounts } from '#/server/lib/database/transaction.ts'

/** A request as received by the HTTP server. */
export interface OperationCall {
  readonly module: string
  readonly name: string
  readonly read: FormReader
  readonly token: string | undefined
  readonly account?: string | undefined
  /** `X-Hidden-Rows: take`: the user agreed to import the hidden rows of the list. */
  readonly takesHidden?: boolean
  readonly centre: string | undefined
  readonly mode: string | undefined
  readonly key: string | undefined
  readonly language: Language
  readonly ip: string
  readonly agent: string
  readonly requestId: string
}

function expectPermission(operation: Operation, actor: Actor): void {
  if (operation.access === 'public' || operation.access === 'session') return
  const keys = typeof operation.access === 'string' ? [operation.access] : operation.access
  if (!keys.some((key) => actor.may(key))) throw new Refusal('forbidden', kernelRefusals.forbidden, { key: keys.join(', ') })
}

export interface Caller {
  readonly signedIn: SignedInUser | null
  readonly actor: Actor
  readonly scope: Scope
}

function anonymousCaller(): Caller {
  const actor = { ...systemActor, username: 'anonymous', permissions: new Set<string>(), may: () => false }
  return { signedIn: null, actor, scope: { ...systemScope, all: false } }
}

/**
 * Returns the caller of a public operation. A session counts as anonymous if it has ended, or if its account must first
 * change its password or set up a second factor.
 */
async function optionalCaller(kernel: Kernel, credentials: Credentials): Promise<Caller> {
  const signedIn = await authenticate(kernel.database.requests, credentials, kernel.clock.real()).catch((error: unknown) => {
    if (error instanceof Refusal && error.error !== 'other_account') return null
    throw error
  })
  if (!signedIn || signedIn.mustChangePassword || mustEnrol(kernel, signedIn)) return anonymousCaller()
  return { signedIn, actor: signedIn.actor, scope: scopeWithoutChoice(signedIn) }
}

export async function admitCall(kernel: Kernel, operation: Operation, call: OperationCall): Promise<Caller> {
  const { token, account } = call
  if (operation.access === 'public') return operation.knowsCaller && token ? optionalCaller(kernel, { token, account }) : anonymousCaller()
  if (!token) throw new Refusal('signed_out', kernelRefusals.signedOut, {}, { code: 50008 })
  const signedIn = await authenticate(kernel.database.requests, { token, account }, kernel.clock.real())
  const { actor } = signedIn
  if (signedIn.mustChangePassword && !operation.whileForced) throw new Refusal('must_change_password', kernelRefusals.mustChangePassword)
  if (mustEnrol(kernel, signedIn) && !operation.whileUnenrolled) throw new Refusal('must_enrol', kernelRefusals.mustEnrol)
  const scope = await scopeFor(kernel, operation, call, signedIn)
  try {
    expectPermission(operation, actor)
  } catch (error) {
    // The trail entry stores the missing permission, so that the log page can name it.
    await recordDenial(kernel, call, { signedIn, actor, scope }, error instanceof Refusal ? withRefusalValues([], error) : [])
    throw error
  }
  return { signedIn, actor, scope }
}

async function scopeFor(kernel: Kernel, operation: Operation, call: OperationCall, signedIn: SignedInUser): Promise<Scope> {
  // `/api/user/*` must answer before a centre is chosen, because the first request after sign-in still carries the
  // default centre.
  if (operation.path?.startsWith('/api/user/')) return scopeWithoutChoice(signedIn)
  try {
    return scopeOf(signedIn, call)
  } catch (error) {
    const emptyScope = { ...systemScope, all: false }
    const note = { refType: 'centre', refId: truncateUnits(call.centre ?? '', 40) }
    if (call.centre) await recordDenial(kernel, call, { signedIn, actor: signedIn.actor, scope: emptyScope }, [note])
    throw error
  }
}

function scopeWithoutChoice(signedIn: SignedInUser): Scope {
  const first = signedIn.posts[0]
  return scopeOf(signedIn, { centre: first ? String(first.id) : undefined, mode: undefined })
}

function recordDenial(kernel: Kernel, call: OperationCall, { actor, scope }: Caller, notes: readonly Partial<TrailNote>[]): Promise<void> {
  const from = { requestId: call.requestId, ip: call.ip, agent: call.agent }
  const frame = { ...from, actor, scope, action: `${call.module}.${call.name}`, outcome: 'denied', at: kernel.clock.now() }
  return asAccounts(kernel.database, (trx) => writeTrail(trx, frame, notes, kernel.commitRecord))
}

/** Adds the refusal's values to the trail entry, so that its message can be shown in any language. */
export function withRefusalValues(notes: readonly TrailNote[], { values }: Refusal): readonly Partial<TrailNote>[] {
  return (notes.length > 0 ? notes : [{} as Partial<TrailNote>]).map((note) => ({ ...note, detail: { ...note.detail, said: values } }))
}
