import type { Kysely } from 'kysely'
import type { Upload } from '#/api/operation.ts'
import type { Permission } from '#/api/pages.ts'
import type { Mode, PostStatus, UserType } from '#/domain/base/codes.ts'
import type { PasswordRule } from '#/domain/base/password-rule.ts'
import type { Language } from '#/domain/base/text.ts'
import type { CommitRecord } from '#/server/kernel/archive/commit-record.ts'
import type { Invariant } from '#/server/kernel/declarations/invariant.ts'
import type { PendingKind } from '#/server/kernel/declarations/pending.ts'
import type { PersonalPart } from '#/server/kernel/declarations/personal.ts'
import type { Answers } from '#/server/kernel/declarations/question.ts'
import type { UnfinishedCounters } from '#/server/kernel/declarations/unfinished.ts'
import type { Courier } from '#/server/kernel/external/courier.ts'
import type { Gateways } from '#/server/kernel/external/gateways.ts'
import type { SealedFileStore } from '#/server/kernel/files/sealed-files.ts'
import type { DemoCompany } from '#/server/kernel/installation/demo-company.ts'
import type { Event, Handler, Job, Subscription } from '#/server/kernel/jobs/job.ts'
import type { ExternalCall } from '#/server/kernel/request/external-calls.ts'
import type { WideningName } from '#/server/kernel/session/scope-widenings.ts'
import type { Queries } from '#/server/lib/database/queries.ts'
import type { Tables } from '#/server/lib/database/tables.ts'
import type { SigningIdentity } from '#/server/lib/pdf/signing-identity.ts'
import type { Secrets } from '#/server/lib/vault/secrets.ts'
import type { StatementSigner } from '#/server/lib/vault/statements.ts'
import type { Vault } from '#/server/lib/vault/vault.ts'

export type { Mode }
export type Db = Kysely<Tables>

/** A pair of centre and settlement mode. */
export interface Place {
  readonly centreId: number
  readonly mode: Mode
}

/** The caller, read from the database on every request, so that a revoked right takes effect immediately. */
export interface Actor {
  readonly userId: number
  readonly sessionId: number
  readonly username: string
  readonly name: string
  readonly usertype: UserType
  readonly poststatus: PostStatus
  readonly unitId: number | null
  readonly operatorId: number | null
  readonly partnerId: number | null
  /** Whether the account may enter data on behalf of others (`islr`). Accounts with full rights always may. */
  readonly keysIn: boolean
  /** The centres and modes where centre staff may work, regardless of the current choice; empty for others. */
  readonly places: readonly Place[]
  readonly permissions: ReadonlySet<string>
  /** Returns whether the actor has the permission (admin3 has every permission). */
  readonly may: (permission: Permission) => boolean
}

/**
 * The rows that the actor may see: the session's scope narrowed by the request headers. Every store query of business
 * rows applies it, and row-level security enforces it again.
 */
export interface Scope {
  readonly all: boolean
  /** Centres whose rows are all visible; for centre staff only the current centre. */
  readonly centreIds: readonly number[]
  /** Units whose rows are visible: the actor's own unit, or the units assigned to a salesperson. */
  readonly unitIds: readonly number[]
  readonly operatorId: number | null
  /** The current centre and mode of centre staff; null for all others, whose lists filter by centre instead. */
  readonly centreId: number | null
  readonly mode: Mode | null
}

/** A trail entry that describes one write. */
export interface TrailNote {
  readonly refType: string
  readonly refId: number | string
  readonly unitId?: number | null
  readonly centreId?: number | null
  /** Changeable fields before and after the write, with numbers masked. The log page shows both side by side. */
  readonly before?: Readonly<Record<string, unknown>>
  readonly after?: Readonly<Record<string, unknown>>
  /** Counts, hashes and numbers; never a password or a full identity or card number. A filter's `keyword` is masked. */
  readonly detail?: Readonly<Record<string, unknown>>
}

/** A file to be stored. */
export interface NewFile {
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly purpose: string
  readonly unitId?: number | null
  readonly centreId?: number | null
  readonly operatorId?: number | null
  readonly partnerId?: number | null
  /** Days until the file may be deleted; absent for permanent files. */
  readonly keepDays?: number
}

export interface StoredFile {
  readonly id: string
  readonly name: string
  readonly mediaType: string
  readonly bytes: Uint8Array
  readonly sha256: string
}

/** The private file store within the caller's scope. */
export interface Files {
  save(file: NewFile): Promise<{ id: string; sha256: string }>
  /** Stores several files. The transaction restarts once for all of them instead of once for each. */
  saveAll(files: readonly NewFile[]): Promise<{ id: string; sha256: string }[]>
  /** Inserts the row of a file whose bytes are already in the store. */
  adopt(file: Omit<NewFile, 'bytes'> & { readonly id: string; readonly sha256: string; readonly sizeBytes: number }): Promise<void>
  /** Returns null when the caller's scope has no such file, or when the file has expired. */
  open(id: string): Promise<StoredFile | null>
}

/**
 * The context of an operation. `db` is the running transaction, which the operation cannot commit. `rows`, `row`, `run`
 * and `affected` run a statement in it.
 */
export interface Context extends Queries {
  readonly db: Db
  readonly actor: Actor
  readonly scope: Scope
  /** The business clock; virtual in demo mode and in tests. */
  readonly now: Date
  readonly newId: () => string
  readonly language: Language
  /** Name of the operation or job. */
  readonly action: string
  readonly requestId: string
  readonly ip: string
  readonly agent: string
  /** Whether the user confirmed the import of the hidden rows of an uploaded list. */
  readonly takesHidden: boolean
  /** Wall-clock time for sessions, locks and limits, which the virtual clock must not move. */
  readonly real: Date
  /** Moves business time forward and returns the new time. Throws outside demo mode. */
  readonly advanceClock: (milliseconds: number) => Promise<Date>
  /** Whether this is the demo, whose passwords are public and whose clock can be moved. Never true in production. */
  readonly isDemo: boolean
  readonly demo: DemoCompany | null
  /** All kinds of pending work that modules declare. */
  readonly pendingKinds: readonly PendingKind[]
  /** Counts of unfinished work that higher modules declare for lower modules. */
  readonly unfinished: UnfinishedCounters
  /** Answers of higher modules to questions of lower modules. */
  readonly answers: Answers
  /** Personal data that modules store. */
  readonly personal: readonly PersonalPart[]
  /** Settings of this site that pages and messages use. `url` is null if not configured. */
  readonly site: {
    /** Whether the demo pages of the customer's template are shown. */
    readonly hasShowcase: boolean
    readonly url: string | null
    readonly support: string
    readonly record: string
    readonly notice: string
    readonly ways: Courier['ways']
    /** First day on which a second factor is required; null if never required. */
    readonly factorFrom: Date | null
    /**
     * Proof required before an account sets its first payment password. `factor`: a second factor alone. `phone`:
     * accounts without one may use a code by text message.
     */
    readonly firstPaymentPassword: 'factor' | 'phone'
    readonly passwordRule: PasswordRule
    /** Mail host and sender; null without a mail server. */
    readonly mail: { readonly host: string; readonly from: string } | null
  }
  /** External services such as verifiers and SMS. Call them only within `outside`. */
  readonly gateways: Gateways
  /**
   * Runs slow work while no transaction is open (see `ExternalCall`). The operation's code before this call may run
   * again.
   */
  readonly outside: ExternalCall
  readonly files: Files
  readonly secrets: Secrets
  /** Internal networks that outbound calls may reach (`server/lib/outbound.ts`). */
  readonly ownNetworks: readonly string[]
  /** Seals, opens and indexes identity and card numbers; the database stores only sealed values. */
  readonly vault: Vault
  /**
   * The installation's own sealing certificate. A demo generates it and uses it for every party; elsewhere it comes
   * from the settings and seals for the platform only.
   */
  readonly siteSeal: { readonly isSelfMade: boolean; readonly until: Date | null } | null
  /** Adds a trail entry for this write; an operation may note several objects. */
  readonly note: (note: TrailNote) => void
  /** Queues a job in this transaction, with ids as payload. A filter's `keyword` is masked. */
  readonly enqueue: <T extends object>(job: Job<T>, data: NoInfer<T>, options?: { afterSeconds?: number }) => Promise<void>
  /** Queues one job per element in a single statement. */
  readonly enqueueAll: <T extends object>(job: Job<T>, list: readonly NoInfer<T>[]) => Promise<void>
  /** Publishes an event in this transaction; it queues the job of every subscriber. */
  readonly publish: <T extends object>(event: Event<T>, happened: NoInfer<T>) => Promise<void>
  /**
   * Reads or writes rows outside the actor's scope in the same transaction. The permitted uses are listed in
   * `server/kernel/session/scope-widenings.ts`.
   */
  readonly widen: <T>(name: WideningName, work: () => Promise<T>) => Promise<T>
  /** Runs a part that may fail separately. A failure rolls back its writes and notes and rethrows the error. */
  readonly part: <T>(work: () => Promise<T>) => Promise<T>
  readonly log: { info(fields: object, message: string): void; warn(fields: object, message: string): void; error(fields: object, message: string): void }
}

/** The context of a job. A job opens as many transactions as needed, but none during network calls. */
export interface JobContext {
  /**
   * Runs one transaction as the system over all rows. The transaction writes a trail entry under `action` when `work`
   * adds notes.
   */
  readonly run: <T>(action: string, work: (context: Context) => Promise<T>) => Promise<T>
  /**
   * Runs one transaction with the user's current scope, at this place or at the user's first place. Refuses a place to
   * which the user no longer has access.
   */
  readonly runAs: <T>(
    userId: number,
    action: string,
    work: (context: Context) => Promise<T>,
    at?: { readonly centreId: number | null; readonly mode: Mode | null },
  ) => Promise<T>
  /** Runs one transaction as the database owner, for data that no scope covers, such as accounts and partitions. */
  readonly runAsOwner: <T>(action: string, work: (context: Context) => Promise<T>) => Promise<T>
  /** The file store itself, for streaming, sealing and deleting files outside transactions. */
  readonly store: SealedFileStore
  /** Sends messages. Never call it inside a transaction. */
  readonly courier: Courier
  readonly gateways: Gateways
  readonly vault: Vault
  /** Internal networks that outbound calls may reach (`server/lib/outbound.ts`). */
  readonly ownNetworks: readonly string[]
  /** Signs data that must be provable later, with the configured keys. */
  readonly signer: StatementSigner
  readonly invariants: readonly Invariant[]
  /** This server's record of its commits and payout orders, stored outside the database. */
  readonly commitRecord: CommitRecord
  /** Business time. */
  readonly now: () => Date
  /** Wall-clock time. */
  readonly real: () => Date
  /** Whether this is the demo. Only the demo accepts results of a sandbox. */
  readonly isDemo: boolean
  /** Interval in minutes between integrity checks of recent data. */
  readonly checkMinutes: number
  /** The key and certificate that seal contracts; null without a certificate. */
  readonly identity: (() => Promise<SigningIdentity>) | null
  readonly log: Context['log']
  readonly isStopping: () => boolean
}

/** A module's job handlers, event subscriptions and recurring jobs. */
export interface Jobs {
  readonly handlers: readonly Handler[]
  /** Subscriptions to events of lower modules. */
  readonly reacts?: readonly Subscription[]
  /** Seconds between runs, by job name. Every server runs them, so they must be safe to run concurrently. */
  readonly every?: Readonly<Record<string, number>>
  /** Stops the module's background work when the server stops. */
  readonly stop?: () => Promise<void>
}

export type { Upload }
