import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { Module } from '#/api/operation.ts'
import { superKey } from '#/api/pages.ts'
import { postStatus, userType } from '#/domain/base/codes.ts'
import type { Language } from '#/domain/base/text.ts'
import type { CommitRecord, TrailHead } from '#/server/kernel/archive/commit-record.ts'
import type { Actor, Context, Mode, Scope, TrailNote } from '#/server/kernel/context.ts'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import type { PendingKind } from '#/server/kernel/declarations/pending.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'
import type { Answers } from '#/server/kernel/declarations/question.ts'
import type { UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'
import type { Courier } from '#/server/kernel/external/courier.ts'
import type { Gateways } from '#/server/kernel/external/gateways.ts'
import { filesFor } from '#/server/kernel/files/files.ts'
import type { SealedFileStore } from '#/server/kernel/files/sealed-files.ts'
import type { DemoCompany } from '#/server/kernel/installation/demo-company.ts'
import type { Settings } from '#/server/kernel/installation/settings.ts'
import type { Subscription } from '#/server/kernel/jobs/job.ts'
import type { JobQueue } from '#/server/kernel/jobs/jobs.ts'
import type { ExternalCall } from '#/server/kernel/request/external-calls.ts'
import type { ConfirmedOperation, StagedOperation } from '#/server/kernel/request/implementation.ts'
import { withoutKeyword } from '#/server/kernel/rows/keyword.ts'
import { canWiden, type WideningName } from '#/server/kernel/session/scope-widenings.ts'
import type { Clock } from '#/server/lib/clock.ts'
import type { Database } from '#/server/lib/database/database.ts'
import { inWidenedScope } from '#/server/lib/database/dialect.ts'
import { queriesOn } from '#/server/lib/database/queries.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import { afterCommit } from '#/server/lib/database/transaction.ts'
import type { SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import type { Secrets } from '#/server/lib/vault/secrets.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

type AnyWork = ((context: Context, input: never) => Promise<unknown>) | StagedOperation<never, unknown> | ConfirmedOperation<never, unknown>

/** A module's implementation as the pipeline uses it. `server/app/modules.ts` has already checked its types. */
export type AnyImplementation = Readonly<Record<string, AnyWork>>

export interface ServedModule {
  readonly agreement: Module
  readonly implementation: AnyImplementation
  /**
   * Runs these operations as the accounts role, because the application role cannot read sign-in, password and ticket
   * tables.
   */
  readonly onAccounts?: true
}

/** Shared services of a running server. */
export interface Kernel {
  readonly settings: Settings
  readonly database: Database
  readonly clock: Clock
  readonly store: SealedFileStore
  readonly secrets: Secrets
  readonly signer: StatementSigner
  readonly vault: Vault
  readonly served: Readonly<Record<string, ServedModule>>
  readonly queue: JobQueue
  readonly commitRecord: CommitRecord
  /** Jobs that are queued when an event is published. */
  readonly subscriptions: readonly Subscription[]
  /** Invariants of the books, pending work and unfinished work, as declared by modules. */
  readonly invariants: readonly Invariant[]
  readonly pendingKinds: readonly PendingKind[]
  readonly unfinished: UnfinishedCounters
  readonly answers: Answers
  /** Personal data that modules store. */
  readonly personal: readonly PersonalPart[]
  readonly courier: Courier
  readonly gateways: Gateways
  /** Null outside demo mode. */
  readonly demo: DemoCompany | null
  /** Loads the key and certificate that seal contracts; null without a certificate. */
  readonly identity: (() => Promise<SigningIdentity>) | null
  /** Expiry of the configured certificate; null if there is none. */
  readonly identityUntil: Date | null
  readonly log: Context['log']
}

/** The actor for jobs and start-up: the server itself. */
export const systemActor: Actor = {
  userId: 0,
  sessionId: 0,
  username: 'system',
  name: '系统',
  usertype: userType.platform,
  poststatus: postStatus.none,
  unitId: null,
  operatorId: null,
  partnerId: null,
  keysIn: true,
  places: [],
  permissions: new Set([superKey]),
  may: () => true,
}
export const systemScope: Scope = { all: true, centreIds: [], unitIds: [], operatorId: null, centreId: null, mode: null }

interface ContextParts {
  readonly trx: Kysely<Tables>
  readonly actor: Actor
  readonly scope: Scope
  readonly language: Language
  /** Name of the operation or job. */
  readonly action: string
  readonly requestId: string
  readonly ip: string
  readonly agent: string
  readonly takesHidden?: boolean
  readonly notes: TrailNote[]
  readonly outside: ExternalCall
}

/** Reports an unlisted widening as a defect. Throws in development, logs in production. */
function reportUnlisted(kernel: Kernel, name: WideningName, action: string): void {
  if (kernel.settings.mode !== 'production') throw new Error(`${action} widens its view (${name}): name it in server/kernel/session/scope-widenings.ts`)
  kernel.log.error({ action, widening: name }, 'an operation widened its view and is not listed for it')
}

function siteOf({
  settings: { siteUrl: url, support, record, notice, smtp, showcase: hasShowcase, factorFrom, firstPaymentPassword, passwordRule },
  courier: { ways },
}: Kernel): Context['site'] {
  return {
    url,
    support,
    record,
    notice,
    hasShowcase,
    factorFrom,
    firstPaymentPassword,
    passwordRule,
    ways,
    mail: smtp && { host: new URL(smtp.url).host, from: smtp.from },
  }
}

/** Returns the part of a context that describes the request. */
function requestFieldsOf({ action, requestId, ip, agent, takesHidden = false }: ContextParts) {
  return { action, requestId, ip, agent, takesHidden }
}

/** Returns the declarations of all modules: pending work, unfinished work, answers and personal data. */
function declarationsOf({ pendingKinds, unfinished, answers, personal }: Kernel) {
  return { pendingKinds, unfinished, answers, personal }
}

export function buildContext(kernel: Kernel, from: ContextParts): Context {
  const now = kernel.clock.now()
  const enqueue: Context['enqueue'] = ({ name, isPatient }, data, options) => kernel.queue.send(from.trx, name, withoutKeyword(data), { ...options, isPatient })
  return {
    db: from.trx,
    ...queriesOn(from.trx),
    actor: from.actor,
    scope: from.scope,
    now,
    newId: randomUUID,
    language: from.language,
    ...requestFieldsOf(from),
    real: kernel.clock.real(),
    isDemo: kernel.settings.mode === 'demo',
    demo: kernel.demo,
    ...declarationsOf(kernel),
    site: siteOf(kernel),
    gateways: kernel.gateways,
    advanceClock: async (milliseconds) => {
      if (kernel.settings.mode !== 'demo') throw new Error('the clock of production is not moved')
      kernel.clock.advance(milliseconds)
      await sql`insert into counter (name, value) values ('clock_offset_ms', ${kernel.clock.offset()})
        on conflict (name) do update set value = excluded.value`.execute(from.trx)
      return kernel.clock.now()
    },
    outside: from.outside,
    files: filesFor(kernel.store, from.trx, { userId: from.actor.userId, now, outside: from.outside }),
    secrets: kernel.secrets,
    vault: kernel.vault,
    ownNetworks: kernel.settings.ownNetworks,
    siteSeal: kernel.identity && { isSelfMade: kernel.settings.signing === null, until: kernel.identityUntil },
    note: (note) => from.notes.push(note),
    enqueue,
    enqueueAll: async ({ name, isPatient }, list) => {
      if (list.length > 0) await kernel.queue.sendAll(from.trx, name, list.map(withoutKeyword), { isPatient })
    },
    publish: async ({ name }, happened) => {
      for (const { event, queue } of kernel.subscriptions) if (event === name) await queue(enqueue, happened)
    },
    part: async (work) => {
      const noteCount = from.notes.length
      await sql`savepoint part`.execute(from.trx)
      try {
        const result = await work()
        await sql`release savepoint part`.execute(from.trx)
        return result
      } catch (error) {
        await sql`rollback to savepoint part`.execute(from.trx)
        await sql`release savepoint part`.execute(from.trx)
        from.notes.length = noteCount
        throw error
      }
    },
    widen: async (name, work) => {
      if (!from.scope.all && !canWiden(name, from.action)) reportUnlisted(kernel, name, from.action)
      if (from.scope.all) return work()
      return inWidenedScope(work).catch((error: unknown) => {
        kernel.log.info({ widening: name, requestId: from.requestId }, 'widened work failed')
        throw error
      })
    },
    log: kernel.log,
  }
}

interface TrailFrame {
  readonly actor: Actor
  readonly scope: Scope
  readonly action: string
  readonly outcome: string
  readonly requestId: string
  readonly ip: string
  readonly agent: string
  readonly at: Date
}

/** The commit record as the trail uses it. Without `last`, a transaction commits on any database. */
type TrailRecord = Pick<CommitRecord, 'remember'> & Partial<Pick<CommitRecord, 'last' | 'refusal'>>

/**
 * Appends a transaction's trail entries at its end, so that the head of the chain is locked as briefly as possible. The
 * server records the new heads after the commit. Throws `DatabaseStale` when the database lacks the last recorded
 * heads.
 */
export async function writeTrail(trx: Kysely<Tables>, frame: TrailFrame, notes: readonly Partial<TrailNote>[], memory?: TrailRecord): Promise<void> {
  const rows = notes.length > 0 ? notes : [{}]
  const expectedHeads = memory?.last?.()
  const entries = rows.map((note, index) => {
    const centreId = note.centreId ?? frame.scope.centreId
    return {
      chain: centreId ?? 0,
      ...(index === 0 && expectedHeads && { expects: expectedHeads }),
      at: frame.at.toISOString(),
      requestId: frame.requestId,
      userId: frame.actor.userId,
      usertype: frame.actor.usertype,
      centreId,
      unitId: note.unitId ?? frame.actor.unitId,
      mode: frame.scope.mode as Mode | null,
      ip: frame.ip,
      action: frame.action,
      refType: note.refType ?? null,
      refId: note.refId === undefined ? null : String(note.refId),
      outcome: frame.outcome,
      detail: { ...withoutKeyword(note.detail ?? {}), ...(note.before && { before: note.before }), ...(note.after && { after: note.after }) },
      agent: frame.agent,
    }
  })
  // Entries are appended in order, because each contains the digest of the previous one in its chain.
  const appendedHeads = await sql<{
    head: TrailHead
  }>`select app.audit_append(entry) as head from jsonb_array_elements(${JSON.stringify(entries)}::jsonb) entry`
    .execute(trx)
    .catch((error: unknown) => {
      throw memory?.refusal?.(error) ?? error
    })
  afterCommit(trx, () => memory?.remember(appendedHeads.rows.map(({ head }) => head)))
}
